declare module 'libheif-js/libheif-wasm/libheif.js' {
  /** Starts an instance; what it holds is untyped upstream. */
  const start: (options: object) => unknown;
  export default start;
}
