/**
 * A command whose form stands open over a list and acts on what is chosen there. What was chosen in it stays after
 * sending, for one plans several batches alike; only the selection is cleared.
 */
import { useId, useRef } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import { refusalKey } from '../../../src/contract/command.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { newKey } from '../../api.ts'
import { useText } from '../../i18n.ts'
import type { Refusal } from '../form/formValues.ts'
import { SchemaForm } from '../form/SchemaForm.tsx'
import type { Row } from '../list/useRows.ts'
import { availability, unavailableReason } from './commandState.ts'
import { refusalFrom } from './refusals.ts'
import { useRunner } from './runner.ts'
import { isLost } from './sendCommand.ts'

interface OpenFormProps {
  readonly command: CommandMetadata
  readonly form: FormMetadata
  readonly rows: readonly Row[]
  /** Told which rows were done. */
  readonly onDone: (ids: readonly number[]) => void
}

export function OpenForm({ command, form, rows, onDone }: OpenFormProps) {
  const t = useText()
  const runner = useRunner()
  const id = useId()
  const label = t(`${command.name}.label`)
  /** What a lost network has left open: the same attempt goes under the same key. */
  const left = useRef<{ attempt: string; key: string }>(undefined)

  const { refusal } = availability(command, rows)
  const needed = unavailableReason(command, rows)
  const why = needed ? t(needed) : refusal && t(refusalKey(command, refusal.field))

  const send = async (body: Record<string, unknown>): Promise<Refusal | undefined> => {
    const ids = rows.map(row => row.id)
    const attempt = JSON.stringify([ids, body])
    const key = left.current?.attempt === attempt ? left.current.key : newKey()
    left.current = undefined
    try {
      await runner.submit({ command, rows }, body, key)
      onDone(ids)
      return undefined
    } catch (error) {
      if (isLost(error)) left.current = { attempt, key }
      return refusalFrom(command, form, error, t)
    }
  }
  const end = (submitting: boolean) => (
    <span className="parts-why-place">
      <button
        type="submit"
        className={`button ${command.tone === 'danger' ? 'danger' : 'primary'}`}
        aria-disabled={why !== undefined || submitting}
        aria-describedby={why ? id : undefined}
      >
        <i className={`pi pi-${submitting ? 'spinner parts-spin' : command.icon}`} aria-hidden="true" />
        {rows.length > 0 ? `${label} (${rows.length})` : label}
      </button>
      {why && (
        <span id={id} role="tooltip" className="parts-why">
          {why}
        </span>
      )}
    </span>
  )
  return (
    <section className="parts-open" aria-label={label}>
      <SchemaForm form={form} rows={rows} submitLabel={label} closed={why !== undefined} onSubmit={send} bar={end} />
    </section>
  )
}
