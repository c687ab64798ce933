import { hasActiveAccount } from '../../users/public.ts'

/**
 * An SQL condition over the alias of a department: whether strangers see it. They do not see a department that a stranger has asked
 * for until it has an active account.
 */
export const isDepartmentShown = (alias: string): string =>
  `(${alias}.requested_at is null or ${hasActiveAccount(`${alias}.id`)})`
