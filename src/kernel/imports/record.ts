/** History of what an import makes and of what its undoing removes: an entry for each thing, written some hundreds at a time. */
import type { CommandContext } from '../commands/command.ts'
import { staffOnly } from '../history/history.ts'
import { recordAndFollow } from '../history/on-changes.ts'
import { changesBetween, creationEvents, readSnapshot } from '../history/snapshot.ts'
import type { Resource } from '../resources/resource.ts'

const batch = 500

async function inBatches(ids: readonly number[], write: (some: readonly number[]) => Promise<void>): Promise<void> {
  for (let at = 0; at < ids.length; at += batch) await write(ids.slice(at, at + batch))
}

/** @param importId the import that made them */
export async function recordMade(
  context: CommandContext,
  resource: Resource,
  ids: readonly number[],
  importId: number
): Promise<void> {
  const event = { code: 'imports.make', paramsOf: () => ({ import: importId, [staffOnly]: 1 }) }
  await inBatches(ids, async some => {
    const created = await readSnapshot(context.trx, resource, some, context.reader)
    await recordAndFollow({ ...context, changes: creationEvents(resource, created, event) })
  })
  context.hint(resource.type, [])
}

/** Runs what removes them, and records it. */
export async function recordUnmade(
  context: CommandContext,
  resource: Resource,
  ids: readonly number[],
  remove: (some: readonly number[]) => Promise<void>
): Promise<void> {
  const event = { code: 'imports.unmake', paramsOf: () => ({ [staffOnly]: 1 }) }
  await inBatches(ids, async some => {
    const before = await readSnapshot(context.trx, resource, some, context.reader)
    await remove(some)
    const after = { rows: [], audited: [] }
    await recordAndFollow({ ...context, changes: changesBetween(resource, before, after, event) })
  })
  context.hint(resource.type, [])
}
