import { redirect } from 'react-router';

/** What people type: the settings begin with their own account. */
export const loader = () => redirect('/settings/account');
