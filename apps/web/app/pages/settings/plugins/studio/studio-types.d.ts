declare module 'virtual:studio-types' {
  /** Text of each file by its path; see `vite-studio-types.ts`. */
  const files: Record<string, string>;
  export default files;
}

declare module '@ts-morph/common/dist/typescript.js' {
  export { ts as default } from '@ts-morph/common';
}

declare module 'virtual:plugin-kit-script' {
  /** Sets `readoutKit`. */
  const script: string;
  export default script;
}

declare module 'virtual:plugin-guide' {
  /** Sections of the guides in their order; `text` in lower case, to be searched. */
  const sections: { title: string; html: string; text: string }[];
  export default sections;
}
