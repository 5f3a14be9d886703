import { redirect } from 'react-router';

/** Where authors' keys were: packages are signed by the server, whoever brings them. */
export const loader = () => redirect('/settings/plugins/upload', 308);
