/** A choice among the words of a vocabulary, or among what a call answers; with `search`, a box that is typed into. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useMemo, useRef } from 'react'
import { useForm } from 'react-final-form'
import type { OptionsCall } from '../../../src/contract/form.ts'
import { isNullable } from '../../../src/contract/schema.ts'
import { get } from '../../api.ts'
import { useText } from '../../i18n.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { useFormRows } from './formRows.ts'
import { filledCall } from './formValues.ts'
import type { Option } from './options.ts'
import { optionOf, optionsIn } from './options.ts'
import { SearchChoice } from './SearchChoice.tsx'
import { useMembers } from './vocabularies.ts'

export function ChoiceControl(props: ControlProps & { readonly frame?: (drawn: ReactNode) => ReactNode }) {
  const { frame, ...own } = props
  const { options } = props.field
  if (options) return <CallChoice {...own} options={options} frame={frame ?? (drawn => drawn)} />
  return <WordChoice {...own} />
}

function WordChoice(props: ControlProps) {
  const choices = useMembers(props.schema)
  return <Select {...props} choices={choices} closed={false} />
}

function CallChoice(props: ControlProps & { options: OptionsCall; frame: (drawn: ReactNode) => ReactNode }) {
  const { options, frame, ...own } = props
  const { field, value, values, onChange } = props
  const t = useText()
  const api = useForm()
  const call = filledCall(options.call, values, useFormRows())
  const { data, isFetching } = useQuery({
    queryKey: ['form', 'options', call],
    queryFn: () => get<unknown>(call ?? ''),
    enabled: call !== undefined && !options.search
  })
  const choices = useMemo(() => optionsIn(data).map(source => optionOf(options, source, t)), [data, options, t])
  const held = choices.find(option => option.value === value)

  const carry = (option: Option | undefined): void => {
    for (const [from, to] of Object.entries(options.copyFields ?? {})) api.change(to, option?.source[from] ?? undefined)
  }
  const choose = (option: Option | undefined): void => {
    onChange(option?.value)
    carry(option)
  }
  /** What the form itself chooses: not a person's typing. */
  const settle = (option: Option | undefined): void => {
    api.change(field.name, option?.value)
    carry(option)
  }
  const latest = useRef({ settle, carry, value })
  useEffect(() => {
    latest.current = { settle, carry, value }
  })

  const earlier = useRef(call)
  useEffect(() => {
    if (earlier.current === call) return
    earlier.current = call
    if (options.search) latest.current.settle(undefined)
  }, [call, options.search])
  useEffect(() => {
    if (!data) {
      if (call === undefined && latest.current.value !== undefined && !options.search) latest.current.settle(undefined)
      return
    }
    const own = choices.find(option => option.value === latest.current.value)
    const open = choices.filter(option => option.choosable)
    const [only] = open
    if (own) latest.current.carry(own)
    else if (options.autoSelectSingle && only && open.length === 1) latest.current.settle(only)
    else if (latest.current.value !== undefined && latest.current.value !== '') latest.current.settle(undefined)
  }, [data, call, choices, options.autoSelectSingle, options.search])

  if (options.autoSelectSingle && held && choices.filter(option => option.choosable).length === 1) return null
  if (options.search) return frame(<SearchChoice {...own} options={options} call={call} onChoose={choose} />)
  return frame(
    <Select
      {...own}
      choices={choices}
      closed={call === undefined || (isFetching && !data)}
      onChange={next => choose(choices.find(option => option.value === next))}
      key={field.name}
    />
  )
}

type SelectProps = ControlProps & { readonly choices: readonly Option[]; readonly closed: boolean }

function Select({ choices, closed, ...props }: SelectProps) {
  const t = useText()
  const { value, schema, required, readOnly, onChange } = props
  const place = choices.findIndex(option => option.value === value)
  return (
    <select
      {...attributesOf(props)}
      className="input"
      value={place < 0 ? '' : place}
      disabled={closed || readOnly}
      onChange={event => onChange(event.target.value === '' ? undefined : choices[Number(event.target.value)]?.value)}
    >
      {(place < 0 || !required || isNullable(schema)) && <option value="">{t('parts.choose')}</option>}
      {choices.map(({ label, choosable, value: own }, index) => (
        <option key={String(own)} value={index} disabled={!choosable}>
          {label}
        </option>
      ))}
    </select>
  )
}
