/**
 * The styles of those of Mantine's components that pages for everybody are made of: all that their first paint waits for. The
 * others are in `component-styles.ts`; the build asks for what is missing from both and for what nothing uses. In either the
 * order is that of Mantine's own `styles.css`, since a later one may build on those before it. The variables are those of
 * `variables.css`.
 */
import '@mantine/core/styles/baseline.css';
import '@mantine/core/styles/global.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/VisuallyHidden.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Button.css';
