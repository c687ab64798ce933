// biome-ignore-all lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA combobox pattern asks for these roles
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the box handles the keys
// biome-ignore-all lint/a11y/useFocusableInteractive: the box holds the focus and names the active option
/**
 * A text box that offers what a call finds among any number of options (the ARIA combobox pattern). The chosen option is requested
 * separately, because it need not be among the first ones. So a value from a draft, a row, or the last visit has its label, and a value
 * that the call no longer offers is removed.
 */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import type { OptionsCall, OptionsSearch } from '../../../src/contract/form.ts'
import type { Query } from '../../api.ts'
import { useText } from '../../i18n.ts'
import { Value } from '../values/formats.tsx'
import { isBlankChoice, useChoosing, useLatest, useOptionsCall } from './choosing.ts'
import { useCombo } from './combo.ts'
import type { ControlProps } from './control.ts'
import { attributesOf } from './control.ts'
import { foundOptions } from './formQueries.ts'
import type { Option } from './options.ts'
import { labelledFirst, optionOf, optionsIn } from './options.ts'

type SearchChoiceProps = ControlProps & {
  readonly options: OptionsCall
  readonly search: OptionsSearch
  readonly frame: (drawn: ReactNode) => ReactNode
}

/** The fewest characters to search for, because fewer find too much; the hint `search.from` overrides it. */
const fewest = 3
const text = { type: 'string' }

const useFound = (call: string | undefined, query: Query, enabled: boolean) =>
  useQuery({ ...foundOptions(call ?? '', query), enabled: call !== undefined && enabled })

export function SearchChoice({ options, search, frame, ...props }: SearchChoiceProps) {
  const t = useText()
  const { id, value, readOnly, onBlur } = props
  const call = useOptionsCall(options, props)
  const choosing = useChoosing(props, options)
  const [picked, setPicked] = useState<{ readonly call: string | undefined; readonly option: Option }>()
  const combo = useCombo({ id, readOnly, onClear: () => choosing.choose(undefined), onLeave: onBlur })
  const { asked, open, active, list, optionId } = combo
  const toOptions = (data: unknown): Option[] => optionsIn(data).map(source => optionOf(options, source, t))

  const from = search.from ?? fewest
  const enough = asked.length >= from
  const { data: firstOnes } = useFound(call, {}, from === 0)
  const { data, isFetching } = useFound(call, asked ? { [search.key]: asked } : {}, open && enough)
  const found = enough ? labelledFirst(toOptions(data), asked) : []

  const own = picked && picked.call === call && picked.option.value === value ? picked.option : undefined
  const wanted = isBlankChoice(value) ? (call === undefined ? undefined : choosing.suggestionFor(call)) : value
  // null, because without a value the query key would equal that of the first options
  const { data: one } = useFound(call, { [search.one]: wanted ?? null }, !own && !isBlankChoice(wanted))
  const named = own ? undefined : one
  const shown = own ?? toOptions(named).find(option => option.value === value)

  const pick = (option: Option | undefined, how: (option: Option | undefined) => void): void => {
    setPicked(option && { call, option })
    how(option)
  }
  const choose = (option: Option): void => {
    if (!option.choosable) return
    combo.close()
    pick(option, choosing.choose)
  }
  const choosable = firstOnes && firstOnes.total === firstOnes.data.length ? toOptions(firstOnes) : []
  const openOnes = choosable.filter(option => option.choosable)
  const single = options.autoSelectSingle && openOnes.length === 1 ? openOnes[0] : undefined

  const singleValue = single?.value
  const { firstBy } = options
  const first =
    firstBy && firstOnes
      ? toOptions(firstOnes).find(({ source, choosable: open }) => open && source[firstBy] === true)
      : undefined
  const firstValue = first?.value
  const firstFor = useRef<string>(undefined)

  const isSuggested = isBlankChoice(value) && !isBlankChoice(wanted)

  const latest = useLatest({ ...choosing, pick, value, single, first, toOptions })
  useEffect(() => {
    const { settle, copy, markSuggested, pick: take, value: chosen, toOptions: read } = latest.current
    const takeFirst = (): void => {
      if (firstValue !== undefined && firstFor.current !== call) take(latest.current.first, settle)
    }
    if (call === undefined) {
      if (!isBlankChoice(chosen)) settle(undefined)
    } else if (isBlankChoice(chosen) && singleValue !== undefined) take(latest.current.single, settle)
    else if (named) {
      const [option] = read(named)
      if (!isBlankChoice(chosen)) take(option, option ? copy : settle)
      else if (option?.choosable) take(option, settle)
      else takeFirst()
      markSuggested(call)
    } else if (isBlankChoice(chosen) && !isSuggested) takeFirst()
    // once something was chosen, the first option is not chosen again when the person clears the field
    if (!isBlankChoice(chosen)) firstFor.current = call
  }, [call, named, singleValue, firstValue, isSuggested, latest])

  if (single && single.value === value) return null
  const box = combo.input(found, choose, shown?.label ?? '', enough && isFetching && !data)
  const total = enough && data ? data.total : found.length
  const counted = isFetching && !data ? t('parts.searching') : t('parts.options', { count: found.length })
  const narrowed = total > found.length ? t('parts.optionsOf', { count: found.length, total }) : counted
  const status = enough ? narrowed : t('parts.typeMore', { count: from })
  const look = found.length === 0 ? 'parts-combo-none' : total > found.length ? 'parts-help' : 'visually-hidden'
  return frame(
    <div className="parts-combo">
      <input
        {...attributesOf(props)}
        className="input"
        maxLength={100}
        placeholder={from === 0 ? t('parts.choose') : t('parts.typeMore', { count: from })}
        disabled={call === undefined}
        {...box}
      />
      <i className={`pi pi-${from === 0 ? 'chevron-down' : 'search'} parts-combo-icon`} aria-hidden="true" />
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
            <Value schema={text} value={option.label} plain />
          </li>
        ))}
      </ul>
      <p role="status" className={open ? look : 'visually-hidden'}>
        {open && status}
      </p>
    </div>
  )
}
