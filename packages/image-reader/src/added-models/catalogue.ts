// cspell:ignore eslav ppocrv rec PT-Perkasa-Pilar-Utama Perkasa Pilar Utama paddleocr
import type { ModelRole } from '../text/scripts.ts';
import type { ModelFile, ModelManifest } from './manifest.ts';

const repository = 'PT-Perkasa-Pilar-Utama/ppu-paddle-ocr-models';
const commit = '3a180da5b1a3bab3371d970f4da42cb9b354a9a7';

/** Large files of the repository, and the others. */
const addresses = {
  model: `https://media.githubusercontent.com/media/${repository}/${commit}`,
  characters: `https://raw.githubusercontent.com/${repository}/${commit}`,
} as const;

interface File {
  /** In the repository. */
  path: string;
  bytes: number;
  sha256: string;
}

interface Entry {
  name: string;
  role: ModelRole;
  about: string;
  model: File;
  characters: File | null;
}

/**
 * Text models known by name: PP-OCRv5 by PaddlePaddle, as ONNX files. Size and SHA-256 decide whether a file is taken, wherever
 * it comes from.
 */
const entries: readonly Entry[] = [
  {
    name: 'detector-ppocrv5',
    role: 'detect',
    about: 'finds lines of text',
    model: {
      path: 'detection/PP-OCRv5_mobile_det_infer.onnx',
      bytes: 4_748_769,
      sha256: 'd7fe3ea74652890722c0f4d02458b7261d9f5ae6c92904d05707c9eb155c7924',
    },
    characters: null,
  },
  {
    name: 'english-ppocrv5',
    role: 'latin',
    about: 'English',
    model: {
      path: 'recognition/multi/en/v5/en_PP-OCRv5_mobile_rec_infer.onnx',
      bytes: 7_855_803,
      sha256: '1081b104a3c44d103511f150763d997a846994431c5775a800c802254c1124bf',
    },
    characters: {
      path: 'recognition/multi/en/v5/ppocrv5_en_dict.txt',
      bytes: 1_417,
      sha256: 'c60d46e9e01d500ed6388fe8681051eac9cf6692e0d57238315be171927a0a1b',
    },
  },
  {
    name: 'latin-ppocrv5',
    role: 'latin',
    about: '47 languages in Latin letters',
    model: {
      path: 'recognition/multi/latin/v5/latin_PP-OCRv5_mobile_rec_infer.onnx',
      bytes: 8_066_518,
      sha256: '497dbed20b7fd86334c9deb5082c2958982a316bb16e3589ebc6502cd85cae79',
    },
    characters: {
      path: 'recognition/multi/latin/v5/ppocrv5_latin_dict.txt',
      bytes: 2_617,
      sha256: '7274e68c7675355e45dd75c360c83faa0d0624de33a704c799a7da8897662201',
    },
  },
  {
    name: 'greek-ppocrv5',
    role: 'greek',
    about: 'Greek',
    model: {
      path: 'recognition/multi/el/v5/el_PP-OCRv5_mobile_rec_infer.onnx',
      bytes: 7_833_230,
      sha256: '54235f471b1ca8e356c48673125e0b14e4823496cd7bb583b24fb8808dbcd9c4',
    },
    characters: {
      path: 'recognition/multi/el/v5/ppocrv5_el_dict.txt',
      bytes: 1_104,
      sha256: '17147b8921fbcc7d2bcbc69cb7dbb7ae61cc0808e6dec1b311d746ffe5f6afed',
    },
  },
  {
    name: 'east-slavic-ppocrv5',
    role: 'cyrillic',
    about: 'Russian, Belarusian, Ukrainian',
    model: {
      path: 'recognition/multi/eslav/v5/eslav_PP-OCRv5_mobile_rec_infer.onnx',
      bytes: 7_912_122,
      sha256: 'bb86cdbd09c21d6bd73c0c0d5dc50379a6f94fc0078f7200a192ed1087f3e6ac',
    },
    characters: {
      path: 'recognition/multi/eslav/v5/ppocrv5_eslav_dict.txt',
      bytes: 1_664,
      sha256: '1bbd3d43860503821debcbba74fe9bf3f9e42caf50dcf6d2f5365d7f75769c91',
    },
  },
  {
    name: 'cyrillic-ppocrv5',
    role: 'cyrillic',
    about: 'languages in Cyrillic letters',
    model: {
      path: 'recognition/multi/cyrillic/v5/cyrillic_PP-OCRv5_mobile_rec_infer.onnx',
      bytes: 8_073_294,
      sha256: '0d91040605ef7bdca6868fad6cad1664840d031e9f6d40d54607df5b50fa280a',
    },
    characters: {
      path: 'recognition/multi/cyrillic/v5/ppocrv5_cyrillic_dict.txt',
      bytes: 2_782,
      sha256: '90822a96058eb83f8e637ace75f90cbd36c41253f9dbdfb88fcf5a2bdd50d669',
    },
  },
  {
    name: 'east-asian-ppocrv5',
    role: 'east-asian',
    about: 'Chinese, Japanese, English',
    model: {
      path: 'recognition/PP-OCRv5_mobile_rec_infer.onnx',
      bytes: 16_559_278,
      sha256: 'd253c3cbee6e507828a5271a30ab0ec8ae7c2a99d0cc8e6f844fe380809d22b3',
    },
    characters: {
      path: 'recognition/ppocrv5_dict.txt',
      bytes: 74_014,
      sha256: '9dfc80c50b6cb07399a47a7cf25d11db475fb4ad0e1fc96b2eff6467c8166ff3',
    },
  },
];

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const fileOf = ({ path, bytes, sha256 }: File): ModelFile => ({ file: baseName(path), bytes, sha256 });

/** The models that can be added by their name alone. */
export const catalogue: readonly ModelManifest[] = entries.map(({ model, characters, ...entry }) => ({
  ...entry,
  source: `https://github.com/${repository}/tree/${commit}`,
  licence: 'Apache-2.0',
  model: fileOf(model),
  characters: characters && fileOf(characters),
}));

/** Where the files of a model of the catalogue are fetched from. */
export function addressOf(name: string, kind: 'model' | 'characters'): string | undefined {
  const path = entries.find((entry) => entry.name === name)?.[kind]?.path;
  return path && `${addresses[kind]}/${path}`;
}
