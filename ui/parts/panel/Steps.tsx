/** The steps in the life of an item: past, present and future ones, each with its day or number if known. */
import type { StepMetadata } from '../../../src/contract/panel.ts'
import type { Row } from '../../../src/contract/row.ts'
import { matches } from '../../../src/contract/when.ts'
import { useText } from '../../i18n.ts'
import { isMissing, Value } from '../values/formats.tsx'
import './steps.css'

export interface StepState {
  readonly step: StepMetadata
  readonly state: 'done' | 'now' | 'ahead'
}

/** The steps that apply to the row, with their state. The last one that the row has reached is the present one. */
export function stepsOf(steps: readonly StepMetadata[], row: Row): readonly StepState[] {
  const shownSteps = steps.filter(step => !step.shown || matches(step.shown, row))
  const now = shownSteps.findLastIndex(step => matches(step.reached, row))
  return shownSteps.map((step, index) => ({ step, state: index < now ? 'done' : index === now ? 'now' : 'ahead' }))
}

export function Steps({ steps, row }: { readonly steps: readonly StepMetadata[]; readonly row: Row }) {
  const t = useText()
  return (
    <ol className="parts-steps" aria-label={t('parts.steps')}>
      {stepsOf(steps, row).map(({ step: { label, field, until }, state }) => (
        <li key={label} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
          <i className={state === 'ahead' ? undefined : 'pi pi-check'} aria-hidden />
          <span>{t(label)}</span>
          {!isMissing(row[field.key]) && (
            <small>
              <Value schema={field.schema} value={row[field.key]} />
            </small>
          )}
          {until && state === 'ahead' && isMissing(row[field.key]) && !isMissing(row[until.key]) && (
            <small>
              {t(until.label)}: <Value schema={until.schema} value={row[until.key]} />
            </small>
          )}
        </li>
      ))}
    </ol>
  )
}
