/**
 * The form of a report: its parameters, its columns, order and groups; a preview, and the file. What was filled in is kept for the
 * visit, because a download closes the panel, whether it succeeds or fails.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { alerts, errorText } from '../../alerts.ts'
import { ApiProblem, download, get } from '../../api.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { useText } from '../../i18n.ts'
import { faultsOf, type Values } from '../../parts/form/formValues.ts'
import { SchemaForm } from '../../parts/form/SchemaForm.tsx'
import type { TabPartProps } from '../../parts/registry.ts'
import { Preview } from './Preview.tsx'
import { reportQuery } from './reportQuery.ts'
import { keepValues, keptValues } from './reportValues.ts'
import './reports.css'

export default function ReportForm({ id, close }: TabPartProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['reports.form', id],
    queryFn: async () => (await get<{ data: FormMetadata }>(`/api/Admin/Reports/${id}/form`)).data,
    staleTime: 60_000
  })
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} />
  return <Filled id={id} form={data} close={close} />
}

function Filled({ id, form, close }: { readonly id: number; readonly form: FormMetadata; readonly close: () => void }) {
  const t = useText()
  const queries = useQueryClient()
  const [draft] = useState(() => keptValues(id))
  const present = useRef<Values>(draft ?? form.initial)
  const [previewed, setPreviewed] = useState<ReturnType<typeof reportQuery>>()

  const submit = async (values: Values): Promise<undefined> => {
    try {
      await download(`/api/Admin/Reports/${id}`, reportQuery(form, values))
      alerts.success(t('reports.download.done'))
    } catch (failed) {
      const requestId = failed instanceof ApiProblem ? failed.requestId : undefined
      alerts.error(`${t('reports.download.failed')}: ${errorText(failed)}`, { requestId })
    }
    await queries.invalidateQueries({ queryKey: ['reports.report'] })
    close()
  }
  const preview = (): void => {
    const [fault] = faultsOf(form, present.current)
    if (fault) alerts.error(t(fault.message, fault.params))
    else setPreviewed(reportQuery(form, present.current))
  }
  return (
    <>
      <SchemaForm
        form={form}
        draft={draft}
        source={form.initial}
        onChange={values => {
          present.current = values
          keepValues(id, values)
        }}
        onSubmit={submit}
        screen={submitting => (
          <footer className="report-end">
            <button type="button" className="button" onClick={preview}>
              <i className="pi pi-eye" aria-hidden />
              {t('reports.preview')}
            </button>
            <button type="submit" className="button primary" aria-disabled={submitting}>
              <i className={`pi ${submitting ? 'pi-spinner parts-spin' : 'pi-file-excel'}`} aria-hidden />
              {t('reports.download')}
            </button>
          </footer>
        )}
      />
      {previewed && <Preview id={id} query={previewed} onClose={() => setPreviewed(undefined)} />}
    </>
  )
}
