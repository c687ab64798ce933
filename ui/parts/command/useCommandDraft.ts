import { useCallback, useMemo, useRef, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { Row } from '../../../src/contract/row.ts'
import { newKey } from '../../api.ts'
import type { Values } from '../form/formValues.ts'
import type { Draft } from './drafts.ts'
import { deleteDraft, loadDraft, saveDraft } from './drafts.ts'

/** The draft of a command's form: loaded when the form opens, stored at each change, deleted once it is sent or discarded. */
export function useCommandDraft(
  command: string,
  rows: readonly Row[],
  form: FormMetadata,
  version: number | undefined
) {
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const [initial, setInitial] = useState<Draft>(() => loadDraft(command, ids))
  const [restored, setRestored] = useState(initial.values !== undefined)
  const [edition, setEdition] = useState(0)
  const current = useRef(initial)
  const dirty = useRef(false)

  const onChange = useCallback(
    (values: Values, changed: boolean) => {
      dirty.current = changed
      current.current = { ...current.current, values, version: current.current.version ?? version }
      if (changed) saveDraft(command, ids, form, current.current)
      else deleteDraft(command, ids)
    },
    [command, ids, form, version]
  )
  return {
    /** The values that the form starts with, over those of the row. */
    values: initial.values,
    /** Whether the values come from an earlier visit. */
    restored,
    /** Whether the person has changed something. */
    isDirty: (): boolean => dirty.current,
    /** Changes when the form must start again: the key of `SchemaForm`. */
    edition,
    onChange,
    discard: (): void => deleteDraft(command, ids),
    restart: (): void => {
      deleteDraft(command, ids)
      current.current = { key: newKey() }
      setInitial(current.current)
      setRestored(false)
      dirty.current = false
      setEdition(count => count + 1)
    },
    /** The idempotency key and the row's version to send with. */
    sendOptions: () => ({ key: current.current.key, version: current.current.version ?? version }),
    /** What is typed now. */
    typed: (): Values | undefined => current.current.values,
    /** Continues with a newer version of the row, and with these values; without them, with what is typed. */
    rebase: (newVersion: unknown, values?: Values): void => {
      const version = typeof newVersion === 'number' ? newVersion : current.current.version
      current.current = { ...current.current, version, ...(values ? { values } : {}) }
      saveDraft(command, ids, form, current.current)
      if (!values) return
      setInitial(current.current)
      setRestored(false)
      setEdition(count => count + 1)
    }
  }
}
