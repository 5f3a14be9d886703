import '../theme/component-styles.ts';

/** Around the pages that are made of all components: those of members and those of signing in. */
export { Outlet as default } from 'react-router';
