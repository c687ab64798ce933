/** What a bench has started and not yet ended: a bench that fails half-way would leave its server of the database running. */
const endings = new Set<() => Promise<void>>()

/** @returns the same, to be called once, early or when the bench is over */
export function ending(end: () => Promise<void>): () => Promise<void> {
  const once = async (): Promise<void> => {
    if (endings.delete(once)) await end()
  }
  endings.add(once)
  return once
}

export async function endAll(): Promise<void> {
  for (const end of [...endings].reverse()) await end()
}
