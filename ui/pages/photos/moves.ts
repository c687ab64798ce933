/** The photo that a key leads to, counted from 0, or undefined for a key that leads nowhere. After the last comes the first. */
export function movedTo(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count
  if (key === 'ArrowLeft') return (at - 1 + count) % count
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : undefined
}
