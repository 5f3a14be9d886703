import type { ErrorKind } from './errors.ts';

/** HTTP status of each kind of foreseen error. */
export const statusOf: Record<ErrorKind, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  limit_reached: 403,
  too_many_requests: 429,
  unavailable: 503,
};

export interface CatalogueEntry {
  kind: ErrorKind;
  status: number;
  /** Short, no full stop. */
  title: string;
  /** What the person or program can do. */
  action: string;
}

const entries: Record<string, readonly [kind: ErrorKind, title: string, action: string]> = {
  // Requests
  'request.cross_site': ['forbidden', 'Refused', 'Do it on a page of this Readout.'],
  'request.invalid': ['invalid', 'Request not understood', 'Correct the parameter that is named.'],
  'request.not_json': ['invalid', 'Not JSON', 'Send a JSON object with content type application/json.'],
  'request.not_form': ['unsupported', 'Not a form', 'Use the form on the page.'],
  'request.too_large': ['too_large', 'Too large', 'Send files through the upload instead.'],
  'address.not_found': ['not_found', 'Nothing here', 'Check the address.'],
  'database.unavailable': ['unavailable', 'One moment', 'Try again in a few seconds.'],
  'server.unexpected': [
    'unavailable',
    'Something went wrong',
    'Try again; if it happens again, tell whoever runs this Readout the request id.',
  ],

  // Accounts
  'sign_up.closed': ['forbidden', 'Sign-up is closed', 'Ask whoever runs this Readout for an account.'],
  'sign_up.invite_only': [
    'forbidden',
    'Sign-up takes an invitation',
    'Ask an admin of your company to invite you.',
  ],
  'sign_up.setup_code_needed': [
    'forbidden',
    'Set-up code needed',
    'Enter the set-up code that the server printed when it started.',
  ],
  'sign_up.setup_code_wrong': [
    'forbidden',
    'Wrong set-up code',
    'Copy the set-up code from the output of the server.',
  ],
  'sign_up.invalid': ['invalid', 'Check what you entered', 'Correct the marked fields.'],
  'sign_up.not_possible': [
    'conflict',
    'Account not made',
    'Sign in if you have an account, or use another e-mail address.',
  ],
  'sign_in.wrong': ['unauthenticated', 'Not signed in', 'Check e-mail address and password.'],
  'sign_in.suspended': ['forbidden', 'Account suspended', 'Ask whoever runs this Readout.'],
  'sign_in.too_many_tries': ['too_many_requests', 'Too many tries', 'Wait, then try again.'],
  'sign_in.unverified': [
    'forbidden',
    'Address not confirmed',
    'Open the link in the mail you got, or have it sent again.',
  ],
  'sign_in.email_unusable': ['invalid', 'Not an email address', 'Enter an address like you@example.com.'],
  'sign_in.no_mail': ['conflict', 'No mail here', 'Sign in with your password.'],
  'sign_in.unknown_provider': ['not_found', 'No such service', 'Choose one the sign-in page offers.'],
  'sign_in.provider_unavailable': [
    'unavailable',
    'Service not reached',
    'Sign in another way, or try again later.',
  ],
  'two_factor.wrong': [
    'unauthenticated',
    'Wrong code',
    'Enter the code your app shows now, or a recovery code.',
  ],
  'two_factor.expired': ['unauthenticated', 'Begin again', 'Give email address and password again.'],
  'two_factor.needed': ['forbidden', 'Second factor needed', 'Set one up under Settings, Security.'],
  'terms.not_accepted': ['forbidden', 'New terms', 'Open Readout in the browser and accept them.'],
  'terms.changed_meanwhile': ['conflict', 'Newer terms', 'Read the newer version, then accept it.'],
  'link.invalid': ['invalid', 'Link not valid', 'Ask for a new link and open it from the mail itself.'],
  'pairing.over': ['not_found', 'Code over', 'Make a new code on the computer and scan it within a minute.'],
  'pairing.not_found': ['not_found', 'No such pairing', 'Begin again on the computer.'],
  'pairing.not_waiting': ['conflict', 'Phone not waiting', 'Begin again on the computer.'],
  'pairing.from_phone': ['forbidden', 'Not from a phone', 'Pair from a computer at which you are signed in.'],
  'pairing.not_on_phones': [
    'forbidden',
    'Not on a paired phone',
    'Do this at a computer at which you are signed in, or sign in on this phone yourself.',
  ],
  'pairing.no_address': [
    'conflict',
    'No address for phones',
    'Start Readout with `npm start -- --https`, or set READOUT_BASE_URL to its https:// address.',
  ],
  'link.used': ['invalid', 'Link used already', 'Ask for a new link.'],
  'link.expired': ['invalid', 'Link too old', 'Ask for a new link.'],
  'link.foreign': ['forbidden', 'Link of another account', 'Sign out, then follow the link again.'],
  'password.unusable': ['invalid', 'Password not usable', 'Use 10 to 128 characters.'],
  'sign_in.needed': ['unauthenticated', 'Sign in first', 'Sign in and try again.'],
  'account.gone': ['not_found', 'No such account', 'Sign in with another account.'],
  'account.name_unusable': ['invalid', 'Name not usable', 'Use 1 to 200 characters.'],
  'account.password_needed': ['invalid', 'Password needed', 'Enter your present password.'],
  'account.password_wrong': ['invalid', 'Wrong password', 'Check your present password and try again.'],
  'account.password_unusable': ['invalid', 'Password not usable', 'Use 10 to 128 characters.'],
  'account.no_password': ['conflict', 'No password yet', 'Set a password first.'],
  'account.has_password': ['conflict', 'Password set already', 'Change it by giving the present one.'],
  'account.email_unusable': ['invalid', 'Address not usable', 'Enter an address like you@example.com.'],
  'account.email_unchanged': ['conflict', 'Address unchanged', 'Enter another address.'],
  'account.email_taken': ['conflict', 'Address cannot be used', 'Use another address.'],
  'account.confirmation_wrong': ['invalid', 'Not confirmed', 'Type your e-mail address exactly as shown.'],
  'account.last_admin': [
    'conflict',
    'Last administrator',
    'Make another user administrator of this Readout first.',
  ],
  'account.last_owner': [
    'conflict',
    'Last owner',
    'Make another member owner of the companies that are named, or close them.',
  ],
  'account.last_way_in': [
    'conflict',
    'Last way to sign in',
    'Set a password or add a passkey before you remove this.',
  ],
  'session.not_fresh': ['forbidden', 'Sign in again', 'Sign in again, then do it within ten minutes.'],
  'session.not_found': ['not_found', 'No such session', 'It has ended already.'],
  'two_factor.already_on': [
    'conflict',
    'On already',
    'Switch the second factor off before setting up another.',
  ],
  'two_factor.not_on': ['conflict', 'Not switched on', 'Set up a second factor first.'],
  'two_factor.code_wrong': [
    'invalid',
    'Wrong code',
    'Enter the code your app shows now; check that the clock of your phone is right.',
  ],
  'passkey.not_found': ['not_found', 'No such passkey', 'It was removed already.'],
  'passkey.name_unusable': ['invalid', 'Name not usable', 'Use 1 to 80 characters.'],
  'passkey.not_added': ['invalid', 'Passkey not added', 'Try again within five minutes of starting.'],
  'provider.not_found': ['not_found', 'No such service', 'Choose one of the services shown.'],
  'provider.unreachable': ['unavailable', 'Service not reachable', 'Try again later.'],
  'company.none': ['forbidden', 'No company', 'Ask an admin of your company to invite you.'],
  'company.not_a_member': ['forbidden', 'Not a member', 'Choose one of your companies.'],
  'role.not_allowed': ['forbidden', 'Not allowed', 'Ask an admin of your company.'],
  'support.read_only': [
    'forbidden',
    'Reading only',
    'Ask an owner of the company to switch support access on.',
  ],
  'platform.admin_only': ['forbidden', 'Administrators only', 'Ask whoever runs this Readout.'],

  // The installation
  'platform.read_only': [
    'unavailable',
    'Maintenance',
    'Look and export as before; do this again when maintenance is over.',
  ],
  'platform.changed_meanwhile': [
    'conflict',
    'Changed meanwhile',
    'Look at what holds now, then decide again.',
  ],
  'platform.bad_input': ['invalid', 'Check what you entered', 'Correct the marked fields.'],
  'user.not_found': ['not_found', 'No such user', 'Look in the list.'],
  'user.deleted': ['conflict', 'User deleted', 'Nothing to do.'],
  'user.is_yourself': ['forbidden', 'Your own account', 'Ask another administrator.'],
  'user.is_last_admin': ['conflict', 'Last administrator', 'Make another user administrator first.'],
  'user.suspended': ['conflict', 'User suspended', 'End the suspension first.'],
  'support.not_as_admin': ['forbidden', 'Administrator', 'Act as a user who does not administer.'],
  'support.not_possible': ['conflict', 'Not possible now', 'Look at the user again.'],
  'company.changed_meanwhile': [
    'conflict',
    'Changed meanwhile',
    'Look at what holds now, then decide again.',
  ],
  'support.not_while_acting': [
    'forbidden',
    'Not while acting as somebody',
    'Stop acting as this user first.',
  ],
  'company.not_possible_now': ['conflict', 'Nothing changed', 'Look at the company again.'],
  'plugin.not_found': ['not_found', 'No such plugin', 'Choose one of the catalogue.'],
  'plugin.already_blocked': ['conflict', 'Blocked already', 'Nothing to do.'],
  'plugin.not_blocked': ['conflict', 'Not blocked', 'Nothing to do.'],

  // Companies and their limits
  'company.not_found': ['not_found', 'No such company', 'Check the address.'],
  'company.bad_settings': ['invalid', 'Check what you entered', 'Correct the marked fields.'],
  'company.suspended': [
    'forbidden',
    'Company suspended',
    'Ask whoever runs this Readout; reading and exporting still work.',
  ],
  'company.closing': [
    'forbidden',
    'Company closing',
    'Ask an owner of the company to reopen it; reading and exporting still work.',
  ],
  'company.closed_by_platform': [
    'forbidden',
    'Closed by the administrators',
    'Ask whoever runs this Readout.',
  ],
  'company.last_owner': [
    'conflict',
    'The last owner stays',
    'Make another member owner first, or close the company.',
  ],
  'company.making_closed': [
    'forbidden',
    'No further companies',
    'Ask whoever runs this Readout, or ask for an invitation to a company.',
  ],
  'company.members_used_up': [
    'limit_reached',
    'Members used up',
    'Remove a member or withdraw an invitation, or ask whoever runs this Readout for more.',
  ],
  'company.not_confirmed': ['invalid', 'Not confirmed', 'Type the name of the company as it is shown.'],
  'company.too_many': ['limit_reached', 'Too many companies', 'Close or hand over one you no longer need.'],
  'company.two_factor_first': [
    'conflict',
    'Second factor needed',
    'Set one up for your own account, then demand it of everybody.',
  ],
  'company.captures_used_up': [
    'limit_reached',
    'Captures of this month used up',
    'Wait for the next month, or ask whoever runs this Readout for more.',
  ],
  'company.storage_full': [
    'limit_reached',
    'Storage used up',
    'Empty the trash, or ask whoever runs this Readout for more.',
  ],

  // Outbox
  'mail.not_found': ['not_found', 'Mail not there', 'Open the outbox again: it may have been deleted.'],
  'mail.not_shown': [
    'forbidden',
    'Not shown',
    'Ask the person it is to, or have them ask for a new link themselves.',
  ],
  'mail.erased': ['forbidden', 'Erased', 'Have the person ask for a new link.'],
  'mail.no_smtp': [
    'conflict',
    'No mail server',
    'Set READOUT_SMTP_URL, READOUT_MAIL_FROM and READOUT_BASE_URL and start again.',
  ],
  'notification.not_found': ['not_found', 'Not there any more', 'Open the list of notifications again.'],

  // Members and invitations
  'member.is_owner': ['conflict', 'Owner already', 'Nothing to do.'],
  'member.is_yourself': ['conflict', 'That is yourself', 'Leave the company in its settings.'],
  'member.not_found': ['not_found', 'No such member', 'They may have left; open the list again.'],
  'member.unknown_role': ['invalid', 'Unknown role', 'Use operator, reviewer or admin.'],
  'invitation.already_member': ['conflict', 'Member already', 'Nothing to do.'],
  'invitation.already_open': ['conflict', 'Invited already', 'Send the open invitation again.'],
  'invitation.bad_input': ['invalid', 'Check what you entered', 'Correct the marked fields.'],
  'invitation.expired': ['forbidden', 'Invitation expired', 'Ask for a new invitation.'],
  'invitation.not_found': ['not_found', 'No such invitation', 'Open the list of invitations again.'],
  'invitation.other_address': [
    'forbidden',
    'Invitation for another address',
    'Sign in with the account of that address.',
  ],
  'invitation.revoked': ['forbidden', 'Invitation withdrawn', 'Ask for a new invitation.'],
  'invitation.too_many': ['too_many_requests', 'Too many invitations', 'Go on tomorrow.'],
  'invitation.too_soon': ['too_many_requests', 'Sent just now', 'Wait a minute, then send it again.'],
  'invitation.unknown': ['not_found', 'No such invitation', 'Ask for a new invitation.'],
  'invitation.unproven_address': [
    'forbidden',
    'Address not confirmed',
    'Confirm your email address, then open the invitation again.',
  ],
  'invitation.used': ['conflict', 'Invitation used', 'Sign in, or ask for a new invitation.'],

  // Intake
  'capture.not_found': ['not_found', 'No such capture', 'It may have been removed; look in the list.'],
  'capture.client_id_reused': ['conflict', 'Id used already', 'Make a new id for each picture.'],
  'capture.bad_client_id': ['invalid', 'Id not usable', 'Make the id a UUID, a new one for each picture.'],
  'capture.bad_page': ['invalid', 'Page not usable', 'Send `document` and `page` (from 1) together.'],
  'capture.document_missing': [
    'conflict',
    'Page 1 is not here yet',
    'Send page 1 first, then this page again.',
  ],
  'capture.document_other': ['conflict', 'Not a document to add to', 'Send it as a capture of its own.'],
  'capture.page_taken': ['conflict', 'Page is here already', 'Send it as another page.'],
  'capture.page_not_single': ['unsupported', 'Not a single picture', 'Send it as a capture of its own.'],
  'capture.no_document': [
    'not_found',
    'No document edges found',
    'Look at the picture as it is; nothing to flatten was found in it.',
  ],
  'capture.no_picture_yet': ['not_found', 'No picture yet', 'Wait until it was read, or open the original.'],
  'capture.bytes_missing': [
    'unavailable',
    'Stored bytes missing',
    'Tell whoever runs this Readout: the folder of the pictures may be incomplete.',
  ],
  'upload.bad_form': ['invalid', 'Upload not understood', 'Send one file in a part named “file”.'],
  'upload.not_multipart': ['unsupported', 'Upload not understood', 'Send multipart/form-data.'],
  'upload.other_user': [
    'unauthenticated',
    'Taken by somebody else',
    'Sign in as the user who took these captures.',
  ],
  'upload.length_needed': ['invalid', 'Length needed', 'Send Upload-Length with the first request.'],
  'store.full': [
    'unavailable',
    'No room for pictures',
    'Tell whoever runs this Readout to make room, then send it again.',
  ],
  'capture.not_a_reviewer': [
    'invalid',
    'Cannot be assigned',
    'Choose a reviewer, admin or owner of the company.',
  ],

  // Pictures and PDFs
  'image.empty': ['invalid', 'Empty file', 'Choose the file again; nothing arrived.'],
  'image.unsupported_type': [
    'unsupported',
    'Not a picture',
    'Use JPEG, PNG, WebP, AVIF, HEIC, GIF, TIFF, BMP or PDF.',
  ],
  'image.damaged': ['invalid', 'Damaged picture', 'Take or export the picture again.'],
  'image.too_many_bytes': ['too_large', 'Picture too large', 'Use a picture of at most 25 MB.'],
  'image.too_many_pixels': ['too_large', 'Picture too large', 'Use a picture of at most 50 megapixels.'],
  'image.side_too_long': ['too_large', 'Picture too large', 'Use a picture of at most 12,000 pixels a side.'],
  'pdf.too_many_bytes': ['too_large', 'PDF too large', 'Use a PDF of at most 100 MB.'],
  'pdf.too_many_pages': ['too_large', 'PDF too long', 'Split it into files of at most 200 pages.'],
  'pdf.encrypted': ['invalid', 'PDF is encrypted', 'Save it without a password and send it again.'],
  'pdf.damaged': ['invalid', 'Damaged PDF', 'Export the PDF again.'],
  'pdf.no_such_page': ['not_found', 'No such page', 'Choose a page the PDF has.'],
  'reader.timed_out': [
    'unavailable',
    'Reading took too long',
    'Read it again; if that fails too, use a simpler picture.',
  ],
  'reader.busy': ['unavailable', 'Busy', 'Try again in a few seconds.'],
  'reader.crashed': [
    'unavailable',
    'Reading failed',
    'Read it again; if that fails too, report the picture.',
  ],
  'plugin.bad_threshold': ['invalid', 'Not a threshold', 'Enter 50 to 100 percent.'],
  'plugin.changed_meanwhile': [
    'conflict',
    'Changed meanwhile',
    'Look at it as it is now, then decide again.',
  ],
  'plugin.threw': ['unavailable', 'A plugin failed', 'Tell the author of the plugin.'],
  'plugin.timed_out': ['unavailable', 'A plugin took too long', 'Tell the author of the plugin.'],
  'plugin.out_of_memory': ['unavailable', 'A plugin used too much memory', 'Tell the author of the plugin.'],
  'plugin.bad_output': ['unavailable', 'A plugin returned nonsense', 'Tell the author of the plugin.'],
  'plugin.too_large': ['too_large', 'A plugin is too large', 'Tell the author of the plugin.'],

  // Records and review
  'record.not_found': ['not_found', 'No such record', 'It may have been replaced; open the capture again.'],
  'record.changed_meanwhile': ['conflict', 'Changed meanwhile', 'Look at what changed, then decide again.'],
  'record.confirming_not_allowed': ['forbidden', 'Not allowed to confirm', 'Ask a reviewer.'],
  'record.in_review_already': ['conflict', 'In review already', 'Nothing to do.'],
  'record.not_in_review': ['conflict', 'Not in review', 'Reopen the record first.'],
  'record.invalid_value': ['invalid', 'Not a value of this field', 'Correct the value.'],
  'record.unknown_field': ['invalid', 'Unknown field', 'Choose a field the record has.'],
  'record.reason_needed': ['invalid', 'Reason needed', 'Say why the record is rejected.'],
  'proposal.not_open': ['not_found', 'No open proposal', 'It was decided already; open the capture again.'],
  'proposal.confirmed_meanwhile': [
    'forbidden',
    'Confirmed meanwhile',
    'Ask a reviewer to reopen the record.',
  ],
  'bulk.nothing_selected': ['invalid', 'Nothing selected', 'Select at least one capture.'],
  'bulk.too_many': ['too_large', 'Too many at once', 'Select fewer, or narrow the filter.'],
  'bulk.unknown_action': ['invalid', 'Unknown action', 'Use an action of the list.'],
  'bulk.not_undoable': ['not_found', 'Cannot be undone', 'It was undone already or is not yours.'],
  'view.bad_name': ['invalid', 'Name not usable', 'Use 1 to 80 characters.'],
  'view.bad_query': ['invalid', 'View not usable', 'Save a view of the list.'],
  'view.not_found': ['not_found', 'No such view', 'It may have been deleted.'],
  'view.too_many': ['limit_reached', 'Too many views', 'Delete one first.'],
  'region_profile.invalid': ['invalid', 'Check what you entered', 'Correct the marked fields.'],
  'region_profile.name_taken': ['conflict', 'Name taken', 'Choose another name.'],
  'region_profile.not_found': ['not_found', 'No such profile', 'It may have been deleted.'],
  'region_profile.too_many': ['limit_reached', 'Too many profiles', 'Delete one first.'],
  'region_profile.changed_meanwhile': [
    'conflict',
    'Changed meanwhile',
    'Look at the profile as it is now, then decide again.',
  ],
  'list.bad_cursor': ['invalid', 'Page of the list not found', 'Start from the first page.'],
  'list.bad_filter': ['invalid', 'Filter not understood', 'Correct or remove the filter.'],

  // Watches
  'watch.not_found': ['not_found', 'No such watch', 'It may have been deleted; open the list of watches.'],
  'watch.bad_settings': ['invalid', 'Check what you entered', 'Correct what is named.'],
  'watch.changed_meanwhile': [
    'conflict',
    'Changed meanwhile',
    'Look at it as it is now, then change it again.',
  ],
  'watch.too_many': ['limit_reached', 'Too many watches', 'Delete one first.'],
  'watch.bad_samples': ['invalid', 'Samples not understood', 'Correct what is named and send them again.'],
  'watch.too_many_samples': ['too_large', 'Too many samples at once', 'Send them in several requests.'],
  'watch.too_many_requests': [
    'too_many_requests',
    'Too many requests',
    'Wait as long as it says, then send them again.',
  ],
  'watch.sample_not_found': ['not_found', 'No such sample', 'Open the watch again.'],
  'watch.alarm_not_found': ['not_found', 'No such alarm', 'Open the watch again.'],
  'watch.no_picture': ['not_found', 'No picture', 'Look at a sample that has one.'],
  'watch.bad_period': ['invalid', 'Period not understood', 'Choose another period.'],
  'watch.reason_needed': ['invalid', 'Reason needed', 'Say why in a few words.'],
  'watch.value_needed': ['invalid', 'Value needed', 'Enter the number that stands there.'],
  'export.unknown_format': ['invalid', 'Unknown format', 'Use csv, xlsx or json.'],
};

/** Every foreseen error by its permanent code. */
export const errorCatalogue: Readonly<Record<string, CatalogueEntry>> = Object.fromEntries(
  Object.entries(entries).map(([code, [kind, title, action]]) => [
    code,
    { kind, status: statusOf[kind], title, action },
  ]),
);
