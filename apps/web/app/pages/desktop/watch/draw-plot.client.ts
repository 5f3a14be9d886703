import 'uplot/dist/uPlot.min.css';

export { default as uPlot } from 'uplot';
