import { redirect } from 'react-router';

/** Where authors' keys were: packages are signed by the server, no matter who brings them. */
export const loader = () => redirect('/settings/plugins/upload', 308);
