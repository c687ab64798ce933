/** `2026-11-20` → `20.11.2026`; anything else comes back as it is. */
export const dayText = (day: string): string => day.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1')
