// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA combobox pattern asks for these roles
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the box hears the keys
// biome-ignore-all lint/a11y/useFocusableInteractive: the box holds the focus and names the active option
/** A box that is typed into and offers what a call finds (the ARIA combobox pattern). */
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { OptionsCall } from '../../src/contract/form.ts'
import { get } from '../api.ts'
import { useText } from '../i18n.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import type { Option } from './options.ts'
import { optionOf, optionsIn } from './options.ts'

type SearchChoiceProps = ControlProps & {
  readonly options: OptionsCall
  readonly call: string | undefined
  readonly onChoose: (option: Option | undefined) => void
}

const debounce = 350
/** Fewer characters than this find too much to be read: the list opens with more than two. */
const fewest = 3
const offered = 20
/** The first twenty, unless the call says itself how many. */
const paged = (call = ''): { page?: number; limit?: number } =>
  /[?&]limit=/i.test(call) ? {} : { page: 1, limit: offered }

export function SearchChoice({ options, call, onChoose, ...props }: SearchChoiceProps) {
  const t = useText()
  const { id, value, readOnly, onBlur } = props
  const [typed, setTyped] = useState<string>()
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [picked, setPicked] = useState<Option>()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed?.trim() ?? ''), debounce)
    return () => clearTimeout(timer)
  }, [typed])

  const enough = asked.length >= fewest
  const unnamed = value !== undefined && value !== '' && picked?.value !== value
  const { data, isFetching } = useQuery({
    queryKey: ['form', 'options', call, asked],
    queryFn: ({ signal }) =>
      get<unknown>(call ?? '', { ...paged(call), [options.search ?? 'search']: asked }, { signal }),
    enabled: call !== undefined && (unnamed || (open && enough))
  })
  const known = optionsIn(data).map(source => optionOf(options, source, t))
  const found = enough ? known : []
  const own = picked?.value === value ? picked : known.find(option => option.value === value)
  const resting = value === undefined || value === null || value === '' ? '' : (own?.label ?? String(value))

  const choose = (option: Option | undefined): void => {
    if (option && !option.choosable) return
    setPicked(option)
    setTyped(undefined)
    setOpen(false)
    onChoose(option)
  }
  const step = (to: number): void => {
    const next = Math.max(0, Math.min(found.length - 1, to))
    setActive(next)
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') open ? step(active + 1) : setOpen(true)
    else if (event.key === 'ArrowUp' && open) step(active - 1)
    else if (event.key === 'Enter' && open && found[active]) choose(found[active])
    else if (event.key === 'Escape' && open) {
      setOpen(false)
      event.stopPropagation()
    } else return
    event.preventDefault()
  }
  const counted = isFetching ? t('parts.searching') : t('parts.options', { count: found.length })
  const told = enough ? counted : t('parts.typeMore', { count: fewest })
  const optionId = (index: number): string => `${id}-option-${index}`
  return (
    <div className="parts-combo">
      <input
        {...attributesOf(props)}
        className="input"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-activedescendant={open && found[active] ? optionId(active) : undefined}
        autoComplete="off"
        disabled={call === undefined}
        readOnly={readOnly}
        value={typed ?? resting}
        onChange={event => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
          if (event.target.value === '') onChoose(undefined)
        }}
        onClick={() => setOpen(!readOnly)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setOpen(false)
          setTyped(undefined)
          onBlur()
        }}
      />
      <ul ref={list} id={`${id}-list`} role="listbox" aria-label={t(props.field.label)} hidden={!open}>
        {found.map((option, index) => (
          <li
            key={String(option.value)}
            id={optionId(index)}
            role="option"
            aria-selected={option.value === value}
            aria-disabled={!option.choosable}
            data-active={index === active || undefined}
            onMouseDown={event => event.preventDefault()}
            onClick={() => choose(option)}
          >
            {option.label}
          </li>
        ))}
      </ul>
      <p role="status" className={open && found.length === 0 ? 'parts-combo-none' : 'visually-hidden'}>
        {open && told}
      </p>
    </div>
  )
}
