// cspell:disable
// Made by training/train-segments.ts (points, seed 20261121, 7000 drawn displays, 8 rounds). Do not edit.
import type { PackedNetwork } from './packed-network.ts';

export const pointWeights: PackedNetwork = {
  inputs: 140,
  hidden: 8,
  classes: 2,
  scales: [
    0.005131, 0.0057129, 0.003296, 0.0048813, 0.003431, 0.0029854, 0.0059295, 0.0047765, 0.0055402, 0.0040147,
  ],
  bytes:
    '1r7PxAU9JOHT2Ofj67nvLyD14dsY9dyuCzU0GQX+Be/6wxg/APwACyHmFeIJRQAJ9yctCgT+9B3yHx0UFhPv0wT88xP8OEYuBfv/' +
    'Buv8CPpPFugHEBkC/tkWOif97BkGHO4J5uv/19sJ9vkK/vf1/+EI+Pv9BRsD9d/nARYG/yEfHN/96Ojy//kLOgZ//PMbIwLl+un5' +
    'DOoVCO/Z/gXvAvIBDfXxys/i/gXm5Ofq3c7K+RAD9t4Q+vDQw+PtDPcEHgwP6uwIAhAKAw8OFS0W/fYKHiot/Qc7MCQTBBwXFtvn' +
    'OFYlBPnsCva99is6HhTW4f3guNL0Kgr98uH769jP5Qgi6MfNC+bSBgP0Df/23QL3DA/y9v/6EQ6BydMFBysVGBS2mtrz/FJOLDgc' +
    '4url6fIMOkxAHhndJDjt8fErPipFxz8nBh75DCBFIdoLFFYV/wLvD/88VFZGOeLVxcoyQFcaH/PNxIm39n84H6Cyxq3rogJxDcTb' +
    'A9ro/LDN5tvYwyYT1RDmyiLH1vj6PfEx9QTsC9P6EBQDRBW56ssfMuk2NCUV2fF/Gwzaw/srZBj15A3v973qTDg2CNchF9/MAggu' +
    'C9jX+AAD2tkRMzQR2f/Y8+7D3SMiAswP9gsO/9zo/QH1DgYQUwmcx/IWABPwK3YQxpPhAyv96R18N7+H5hI+8tIfTTUDuLP5PQHl' +
    '8jpM+rzQ6Bbq6yYTLfH3z+vq9ezw/gAYHeHtEwYS4h7n7vsPB/qBRekC1shBOR9B4hDuDdb8V3EwJ/osFQHZuhJjGtYLERM3/Mf3' +
    'L/XxBBoiE7SBDNf07+cONUMCktsE17Ew6A8GFrrbDsTfC/Tf8yitydnI/FnjwMzvjOkS99BL3Mn3Bbb/FBkS/ATW8vrNITsBCTf+' +
    'Gv8r2eIL9DQh7wHc6cEEJvQGNOTfJxXYCekhKTAyIOROTEwCOE3D5UMMF3Q3TWtAB+c+9AQ6JzBqV0jNKQwXA9PiAgIsCftE4OrS' +
    'gbXY5greDkjc5OfWKdza/iopE9W1nc3iQCbf0+npn5IeKASrxLn5HLLt3tYFoBfsLy6prcAA5Obv/gNA3N4B2e/14zIEEbz0/Onh' +
    'GhMuLz7rFfn46f4yBgL08RrQB9Q28f/z57nZ5wPw8tb66ODS4QPr/+sB+g/s2PX4CwPn9QMGFQvuIgbw7SAiDysoNQoaDyAiDfg2' +
    'Qike8fMc/QAHL00/CfoVA/bT0gX/Ewbxzu7Y0LncA/e+zNbn7dfH3Nza47u87fUI5+7J8O7p5ewLFvj95d34G/gJHRD28QXj8QcH' +
    'FhYRCAkF8/cmDxGB4hYSF+TfFt2xqCL4COXO7P4W99olAxkI2dctB/opBuoUBOzQFRsI+xIG7gf54PhEID/+++Qc7K/yOjYpC9T+' +
    'Jf7S9vzlOCn0/kwv29/9zAoLJS9iMMjz7gIVEw8pOyDByOzrFAcK9iwH6LfCCgkCLSL+4ujO2wYSExjuKvvy2vkAACYWECIq8/YE' +
    'Dfp/PbBDgTohrTNd62DOf+DHTsi0',
};
