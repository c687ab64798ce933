const keys = {
  horizontal: { next: 'ArrowRight', previous: 'ArrowLeft' },
  vertical: { next: 'ArrowDown', previous: 'ArrowUp' }
} as const

/**
 * The index that an arrow key, Home or End leads to among `count` items, from the last on to the first and back; undefined
 * for any other key. `at` is -1 where no item has the focus.
 */
export function indexAfterKey(key: string, at: number, count: number, axis: keyof typeof keys): number | undefined {
  const targets: Readonly<Record<string, number>> = {
    [keys[axis].next]: (at + 1) % count,
    [keys[axis].previous]: (Math.max(at, 0) - 1 + count) % count,
    Home: 0,
    End: count - 1
  }
  return targets[key]
}
