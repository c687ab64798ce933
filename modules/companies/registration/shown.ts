import { hasActiveAccount } from '../../users/public.ts'

/**
 * The condition, over the department's alias, that strangers see it: not one that a stranger asked for, until an account of it is
 * active.
 */
export const isDepartmentShown = (alias: string): string =>
  `(${alias}.requested_at is null or ${hasActiveAccount(`${alias}.id`)})`
