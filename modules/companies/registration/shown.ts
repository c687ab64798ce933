import { hasActiveAccount } from '../../users/public.ts'

/** Whether strangers see the department, over its alias: not what one of them asked for, until somebody of it may act. */
export const isDepartmentShown = (alias: string): string =>
  `(${alias}.requested_at is null or ${hasActiveAccount(`${alias}.id`)})`
