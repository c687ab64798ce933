/**
 * The form of a report: its parameters, columns, order and groups, with a preview and the file; or the form of its own, with the file. The values are kept while the window is
 * open, because a download closes the panel, whether it succeeds or fails.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { FormMetadata } from '../../../src/contract/form.ts'
import { alerts, errorText } from '../../alerts.ts'
import { call, download, type Query } from '../../api.ts'
import { attempt } from '../../attempt.ts'
import { Failed, Skeleton } from '../../elements/states.tsx'
import { type Text, useText } from '../../i18n.ts'
import { faultsOf, type Values } from '../../parts/form/formValues.ts'
import { SchemaForm } from '../../parts/form/SchemaForm.tsx'
import type { TabPartProps } from '../../parts/registry.ts'
import { query, read } from '../../query.ts'
import { Preview } from './Preview.tsx'
import { formValues, queryText, reportQuery } from './reportQuery.ts'
import { keepValues, keptValues } from './reportValues.ts'
import { SaveSet, SetChoice } from './Sets.tsx'
import './reports.css'

export default function ReportForm({ id, close }: TabPartProps) {
  const { data, error, refetch } = useQuery({
    ...query('reports.form', '/api/Admin/Reports/:id/form', { id }),
    staleTime: 60_000
  })
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} />
  return <Filled key={id} id={id} form={data.data} own={data.call} close={close} />
}

interface FilledProps {
  readonly id: number
  readonly form: FormMetadata
  /** The call that takes the values as they are, if the report has one of its own. */
  readonly own: string | undefined
  readonly close: () => void
}

function Filled({ id, form, own, close }: FilledProps) {
  const t = useText()
  const queries = useQueryClient()
  // Choosing another set creates the form again, with the values of the set.
  const [start, setStart] = useState(() => ({ edition: 0, values: keptValues(id) }))
  const present = useRef<Values>(start.values ?? form.initial)
  const [open, setOpen] = useState<{ readonly view: 'preview' | 'save'; readonly query: Query }>()
  const closeView = (): void => setOpen(undefined)
  const end = useRef<HTMLElement>(null)

  const choose = (query: string): void => {
    const values = formValues(form, query)
    present.current = values
    keepValues(id, values)
    setStart(({ edition }) => ({ edition: edition + 1, values }))
  }
  const show = (view: 'preview' | 'save'): void => {
    const [fault] = faultsOf(form, present.current)
    if (fault) alerts.error(t(fault.message, fault.params))
    else setOpen({ view, query: reportQuery(form, present.current) })
  }
  const submit = async (values: Values): Promise<undefined> => {
    await attempt(
      key => (own ? fetchFile(own, values as Query, t) : fetchReport(id, reportQuery(form, values), key, t)),
      { sentence: error => `${t('reports.download.failed')}: ${errorText(error)}` }
    )
    // by then the person may have opened another report, or another page
    if (end.current) close()
    await queries.invalidateQueries({ queryKey: ['reports.report'] })
  }
  return (
    <>
      {!own && <SetChoice id={id} onChoose={choose} />}
      <SchemaForm
        key={start.edition}
        form={form}
        draft={start.values}
        source={form.initial}
        onChange={values => {
          present.current = values
          keepValues(id, values)
        }}
        onSubmit={submit}
        screen={submitting => (
          <footer ref={end} className="report-end">
            {!own && (
              <>
                <button type="button" className="button quiet" onClick={() => show('save')}>
                  <i className="pi pi-bookmark" aria-hidden />
                  {t('reports.saveSet.label')}
                </button>
                <button type="button" className="button" onClick={() => show('preview')}>
                  <i className="pi pi-eye" aria-hidden />
                  {t('reports.preview')}
                </button>
              </>
            )}
            <button type="submit" className="button primary" aria-disabled={submitting}>
              <i className={`pi ${submitting ? 'pi-spinner parts-spin' : 'pi-file-excel'}`} aria-hidden />
              {t('reports.download')}
            </button>
          </footer>
        )}
      />
      {open?.view === 'preview' && <Preview id={id} query={open.query} onClose={closeView} />}
      {open?.view === 'save' && <SaveSet id={id} query={queryText(open.query)} onClose={closeView} />}
    </>
  )
}

/** Downloads a small report immediately. A large one is made in the background, and a notice says when it is ready. */
async function fetchReport(id: number, params: Query, key: string, t: Text): Promise<void> {
  const path = `/api/Admin/Reports/${id}`
  const { data } = await read('/api/Admin/Reports/:id/size', { ...params, id })
  if (data.isLarge) {
    await call('POST', `${path}/files`, { query: queryText(params) }, { key })
    alerts.info(t('reports.prepareFile.done'))
    return
  }
  await fetchFile(path, params, t)
}

async function fetchFile(path: string, query: Query, t: Text): Promise<void> {
  await download(path, query)
  alerts.success(t('reports.download.done'))
}
