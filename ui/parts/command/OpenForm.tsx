/**
 * A command whose form is always open above a list and acts on the rows selected there. Its values stay after sending,
 * because people often send several batches with the same values; only the selection is cleared.
 */
import { useState } from 'react'
import type { CommandMetadata } from '../../../src/contract/command.ts'
import type { FormMetadata } from '../../../src/contract/form.ts'
import type { Row } from '../../../src/contract/row.ts'
import { AttemptKeys, outcomeOf } from '../../attempt.ts'
import { useText } from '../../i18n.ts'
import type { Refusal } from '../form/formValues.ts'
import { SchemaForm } from '../form/SchemaForm.tsx'
import { availability, unavailableReason } from './commandState.ts'
import { refusalFrom } from './refusals.ts'
import { useRunner } from './runner.ts'
import { useCommandKeys } from './useCommandKeys.ts'
import { WithReason } from './WithReason.tsx'

interface OpenFormProps {
  readonly command: CommandMetadata
  readonly form: FormMetadata
  readonly rows: readonly Row[]
}

export function OpenForm({ command, form, rows }: OpenFormProps) {
  const t = useText()
  const runner = useRunner()
  const label = t(`${command.name}.submit`)
  // the command's letter focuses the first field
  useCommandKeys([command], rows)
  const [keys] = useState(() => new AttemptKeys())

  const { refusal } = availability(command, rows)
  const unsuited = unavailableReason(command, rows)
  const reason = unsuited ? t(unsuited) : refusal && t(refusal.reason)

  const send = async (body: Record<string, unknown>): Promise<Refusal | undefined> => {
    const content = [rows.map(row => row.id), body]
    const outcome = await outcomeOf(keys.send(content, key => runner.submit({ command, rows }, body, key)))
    return outcome.ok ? undefined : refusalFrom(command, form, outcome.error, t)
  }
  const submitButton = (submitting: boolean) => (
    <WithReason reason={reason}>
      {describedBy => (
        <button
          type="submit"
          className={`button ${command.tone === 'danger' ? 'danger' : 'primary'}`}
          aria-disabled={reason !== undefined || submitting}
          aria-describedby={describedBy}
        >
          <i className={`pi pi-${submitting ? 'spinner parts-spin' : command.icon}`} aria-hidden="true" />
          {rows.length > 0 ? `${label} (${rows.length})` : label}
        </button>
      )}
    </WithReason>
  )
  return (
    <section className="parts-open" data-open-form={command.name} aria-label={label}>
      <SchemaForm
        form={form}
        rows={rows}
        submitLabel={label}
        closed={reason !== undefined}
        onSubmit={send}
        bar={submitButton}
      />
    </section>
  )
}
