/**
 * `part:validators.progress`: the checks of the current run, or of the last one. The hub announces changes of a run, so a person can close
 * the panel and open it again.
 */
import { useQuery } from '@tanstack/react-query'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { useVocabularies } from '../../metadata.ts'
import type { FieldPartProps } from '../../parts/registry.ts'
import { labelledMember, minuteText } from '../../parts/values/formats.tsx'
import { query } from '../../query.ts'
import './progress.css'

interface Step {
  readonly type: number
  readonly startedDate: string | null
  readonly finishedDate: string | null
  readonly added: number | null
  readonly resolved: number | null
  readonly failed: boolean
}

interface Run {
  readonly id: number
  readonly startedDate: string | null
  readonly finishedDate: string | null
  readonly steps: readonly Step[]
}

export default function Progress({ id, label, describedBy }: FieldPartProps) {
  const t = useText()
  const vocabularies = useVocabularies()
  const { data, error, refetch } = useQuery({
    ...query('validators.run', '/api/Admin/Validators/runs', { limit: 1 })
  })
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={2} />
  const [run] = data.data
  const done = run?.steps.filter(({ finishedDate }) => finishedDate).length ?? 0
  const of = run?.steps.length ?? 0
  return (
    // biome-ignore lint/a11y/useSemanticElements: the form's own frame names the field; a fieldset would name it twice
    <div id={id} role="group" aria-label={label} aria-describedby={describedBy} tabIndex={-1} className="run-progress">
      <p role="status">{run ? stateOf(run) : t('validators.progress.none')}</p>
      {run && !run.finishedDate && (
        <progress value={done} max={of} aria-label={t('validators.progress.running', { done, of })} />
      )}
      {run && (
        <ul>
          {run.steps.map(step => (
            <li key={step.type}>
              <span>{labelledMember(vocabularies['validators.kind'], step.type, t)?.label}</span>
              <span className={step.failed ? 'tone-danger' : undefined}>{stepOf(step)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )

  function stateOf({ startedDate, finishedDate }: Run): string {
    if (finishedDate) return t('validators.progress.last', { at: minuteText(finishedDate) })
    return t(startedDate ? 'validators.progress.running' : 'validators.progress.queued', { done, of })
  }

  function stepOf({ startedDate, finishedDate, failed, added, resolved }: Step): string {
    if (failed) return t('validators.step.failed')
    if (finishedDate) return t('validators.step.done', { added: added ?? 0, resolved: resolved ?? 0 })
    return t(startedDate ? 'validators.step.running' : 'validators.step.waiting')
  }
}
