/** Roles of accounts, as the specification numbers them, and which host name is the back office. */
export const roles = { ADMIN: 1, CLIENT_ADMIN: 2, DRIVER: 3, CLIENT: 4, SERVICE_TECHNICAN: 5 } as const
export type Role = keyof typeof roles
export type RoleCode = (typeof roles)[Role]

export const roleNames = Object.keys(roles) as readonly Role[]

/** The role with a code; null for an account that is not confirmed yet. */
export const roleOf = (code: number | null): Role | null => roleNames.find(role => roles[role] === code) ?? null

/** The host name alone tells the back office from the portal. */
export const isOffice = (host: string): boolean => host.toLowerCase().includes('admin')
