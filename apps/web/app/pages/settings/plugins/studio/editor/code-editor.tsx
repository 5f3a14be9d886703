import type { EditorView } from '@codemirror/view';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { useNonce } from '../../../../../nonce.ts';
import classes from '../studio.module.css';
import { createEditor, goTo, replaceText } from './create-editor.ts';
import { manifestLanguage } from './manifest-language.ts';
import { programLanguage } from './program-language.ts';
import { createTypeService } from './type-service.ts';

export interface CodeEditorHandle {
  goTo(place: { line: number; column: number }): void;
  replace(text: string): void;
}

interface CodeEditorProps {
  kind: 'program' | 'manifest';
  label: string;
  /** What it begins with; later changes come through the handle. */
  text: string;
  pluginId: string;
  onChange(text: string): void;
  ref?: Ref<CodeEditorHandle>;
}

/** Loaded with its editor when the studio is opened, never before. */
export default function CodeEditor({ kind, label, text, pluginId, onChange, ref }: CodeEditorProps) {
  const nonce = useNonce();
  const parent = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ text, onChange });
  latest.current.onChange = onChange;
  useEffect(() => {
    const types = kind === 'program' ? createTypeService() : undefined;
    const editor = createEditor({
      parent: parent.current!,
      text: latest.current.text,
      label,
      nonce,
      language: types ? programLanguage(types) : manifestLanguage(pluginId),
      onChange: (next) => {
        latest.current.text = next;
        latest.current.onChange(next);
      },
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
      types?.close();
    };
  }, [kind, label, pluginId, nonce]);
  useImperativeHandle(
    ref,
    () => ({
      goTo: (place) => view.current && goTo(view.current, place),
      replace: (next) => view.current && replaceText(view.current, next),
    }),
    [],
  );
  return <div ref={parent} className={classes.editor} />;
}
