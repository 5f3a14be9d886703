export { readNotices } from '../../../../server/notices.ts';
