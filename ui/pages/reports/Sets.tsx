/** Saved sets in the form of a report: choosing a set fills in the form, and the values of the form can be saved as a set. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { alerts } from '../../alerts.ts'
import { call } from '../../api.ts'
import { AttemptKeys } from '../../attempt.ts'
import { Modal } from '../../elements/Modal.tsx'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { ownFormQuery } from '../../forms.ts'
import { useText } from '../../i18n.ts'
import { type Refusal, refusalOf } from '../../parts/form/formValues.ts'
import { refusedBy } from '../../parts/form/refusedBy.ts'
import { SchemaForm } from '../../parts/form/SchemaForm.tsx'
import { query } from '../../query.ts'

interface SetChoiceProps {
  readonly id: number
  readonly onChoose: (query: string) => void
}

/** The choice of a saved set. Draws nothing if there are no sets. */
export function SetChoice({ id, onChoose }: SetChoiceProps) {
  const t = useText()
  const field = useId()
  const { data } = useQuery({
    ...query('reports.savedSet', '/api/Admin/Reports/sets', { ReportId: id, Own: true, page: 1, limit: 1000 })
  })
  const sets = data?.data ?? []
  if (sets.length === 0) return null
  return (
    <div className="parts-field report-sets">
      <label htmlFor={field}>{t('reports.sets.choose')}</label>
      <select
        id={field}
        className="input"
        value=""
        onChange={({ target }) => {
          const selectedSet = sets.find(set => String(set.id) === target.value)
          if (selectedSet) onChoose(selectedSet.query)
        }}
      >
        <option value="">{t('parts.choose')}</option>
        {sets.map(set => (
          <option key={set.id} value={set.id}>
            {set.name}
          </option>
        ))}
      </select>
    </div>
  )
}

interface SaveSetProps {
  readonly id: number
  readonly query: string
  readonly onClose: () => void
}

/** The form for saving a set. The query of the report's form is sent with it. */
export function SaveSet({ id, query, onClose }: SaveSetProps) {
  const t = useText()
  const queries = useQueryClient()
  const [keys] = useState(() => new AttemptKeys())
  const { data, error, refetch } = useQuery(ownFormQuery('reports.saveSet'))
  const submit = async (body: Record<string, unknown>): Promise<Refusal | undefined> => {
    if (!data) return undefined
    const sending = keys.send(body, key => call('POST', `/api/Admin/Reports/${id}/sets`, body, { key }))
    const refusal = await refusedBy(sending, problem => refusalOf(data, problem))
    if (refusal) return refusal
    alerts.success(t('reports.saveSet.done'))
    await queries.invalidateQueries({ queryKey: ['reports.savedSet'] })
    onClose()
    return undefined
  }
  return (
    <Modal open title={t('reports.saveSet.label')} onClose={onClose} className="parts-dialog">
      {error && !data && <Failed error={error} retry={() => void refetch()} />}
      {!error && !data && <Skeleton rows={2} />}
      {data && (
        <SchemaForm
          form={data}
          source={{ query }}
          submitLabel={t('reports.saveSet.label')}
          onCancel={onClose}
          onSubmit={submit}
        />
      )}
    </Modal>
  )
}
