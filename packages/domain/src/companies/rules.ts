export const memberSortOrders = ['name', 'role', 'joinedAt', 'lastSeenAt'] as const;
export type MemberSortOrder = (typeof memberSortOrders)[number];
