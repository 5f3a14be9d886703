import { Reticle } from '../../ui/reticle.tsx';

export function NoNewCaptures() {
  return (
    <Reticle tone="notice" style={{ maxWidth: 560 }}>
      <p style={{ margin: 0 }}>
        This company takes nothing new at the moment. What it has can be read and exported in the workspace;
        ask the people who run this installation to resume it.
      </p>
    </Reticle>
  );
}
