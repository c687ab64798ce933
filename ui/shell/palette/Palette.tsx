// biome-ignore-all lint/a11y/useSemanticElements: a select cannot hold what is found while one types
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the box handles the keys
// biome-ignore-all lint/a11y/useFocusableInteractive: the box holds the focus and names the active option
/**
 * One search box for pages of the menu, for commands on the chosen rows of the present page, and for things of all kinds, by number, tax
 * number, plate or phone. It follows the ARIA combobox pattern, with a list that is always open. Enter opens the active result; for a
 * thing that is its list with its panel. Enter before the answer has arrived opens the first result of the answer.
 */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { PagesMetadata } from '../../../src/contract/page.ts'
import { Modal } from '../../elements/Modal.tsx'
import { useTypedText } from '../../elements/useTypedText.ts'
import { useText } from '../../i18n.ts'
import { offeredNow } from '../../parts/command/offered.ts'
import { useViewRights, viewsQuery } from '../../parts/list/views/savedViews.ts'
import { query } from '../../query.ts'
import type { Store } from '../../store.ts'
import { goToOffer } from '../offers.ts'
import { type Choice, type Section, sectionsOf } from './choices.ts'

/** Milliseconds without typing before the search is sent. */
const debounce = 150
const trimmed = (text: string): string => text.trim()
const nothing = (): void => undefined
/** The least number of characters for a search. A single character would find too much. */
const fewest = 2

interface PaletteProps {
  readonly pages: PagesMetadata
  /** The text that was typed before the box was loaded. */
  readonly early: Store<string>
  readonly onClose: () => void
}

export default function Palette({ pages, early, onClose }: PaletteProps) {
  const t = useText()
  const id = useId()
  const { history } = useRouter()
  const [offered] = useState(offeredNow)
  const typed = useTypedText({ value: early.useValue(), delay: debounce, onSend: nothing, read: trimmed })
  const { setText, sent: searchText } = typed
  const [active, setActive] = useState(0)
  /** Whether Enter was pressed before the answer arrived. */
  const hurries = useRef(false)
  const list = useRef<HTMLDivElement>(null)
  const text = trimmed(typed.text)
  const isAsked = searchText.length >= fewest
  const { data, isFetching, isError } = useQuery({
    ...query('ui', '/api/ui/find', { q: searchText }),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false
  })
  const isWaiting = text.length >= fewest && (text !== searchText || isFetching) && !isError
  const matches = isAsked && text.length >= fewest ? (data?.data ?? []) : []
  const { keeps } = useViewRights()
  const { data: views = [] } = useQuery({ ...viewsQuery(undefined), enabled: keeps, refetchOnMount: 'always' })
  const sections = sectionsOf(text, pages, offered, matches, views, t, offer => goToOffer(offer, history))
  const choices = sections.flatMap(section => section.choices)
  const here = Math.min(active, choices.length - 1)

  const choose = ({ go }: Choice): void => {
    // The palette is closed first, because closing it moves the focus, and the action then puts the focus where it belongs.
    flushSync(onClose)
    if (typeof go === 'string') history.push(go)
    else go()
  }
  const step = (to: number): void => {
    setActive(to)
    list.current?.querySelectorAll('[role=option]')[to]?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const last = choices.length - 1
    const activeChoice = choices[here]
    if (event.key === 'ArrowDown') step(here === last ? 0 : here + 1)
    else if (event.key === 'ArrowUp') step(here <= 0 ? last : here - 1)
    else if (event.key === 'Enter' && isWaiting) hurries.current = true
    else if (event.key === 'Enter' && activeChoice) choose(activeChoice)
    else return
    event.preventDefault()
  }
  const [first] = choices
  useEffect(() => {
    if (!hurries.current || isWaiting) return
    hurries.current = false
    if (first) choose(first)
  })
  const optionId = (index: number): string => `${id}-${index}`
  const status = isWaiting ? t('parts.searching') : t('parts.options', { count: choices.length })
  return (
    <Modal open title={t('ui.palette')} className="palette" onClose={onClose}>
      <div className="palette-box">
        <i className="pi pi-search" aria-hidden="true" />
        <input
          className="input"
          role="combobox"
          aria-label={t('ui.palette')}
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={choices[here] && optionId(here)}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder={t('ui.palette.placeholder')}
          value={typed.text}
          onChange={event => {
            setText(event.target.value)
            setActive(0)
            hurries.current = false
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={t('ui.palette')} className="palette-list">
        {sections.map((section, at) => (
          <SectionOptions
            key={section.name}
            section={section}
            title={titleOf(section, offered.chosen, t)}
            from={sections.slice(0, at).reduce((sum, before) => sum + before.choices.length, 0)}
            active={here}
            optionId={optionId}
            onChoose={choose}
            onPoint={setActive}
          />
        ))}
      </div>
      <div className="palette-foot">
        <p role="status">{status}</p>
        <p aria-hidden="true">{t('ui.palette.keys')}</p>
      </div>
    </Modal>
  )
}

const titleOf = ({ name }: Section, chosen: number, t: ReturnType<typeof useText>): string =>
  name === 'commands' && chosen > 0 ? t('ui.palette.selected', { count: chosen }) : t(`ui.palette.${name}`)

interface SectionOptionsProps {
  readonly section: Section
  readonly title: string
  /** The index of the section's first choice among all choices. */
  readonly from: number
  readonly active: number
  readonly optionId: (index: number) => string
  readonly onChoose: (choice: Choice) => void
  readonly onPoint: (index: number) => void
}

function SectionOptions({ section, title, from, active, optionId, onChoose, onPoint }: SectionOptionsProps) {
  return (
    <div role="group" aria-label={title}>
      <p className="palette-title" aria-hidden="true">
        {title}
      </p>
      {section.choices.map((choice, at) => (
        <div
          key={choice.key}
          id={optionId(from + at)}
          role="option"
          aria-selected={from + at === active}
          className="palette-option"
          onMouseDown={event => event.preventDefault()}
          onMouseMove={() => onPoint(from + at)}
          onClick={() => onChoose(choice)}
        >
          <i className={`pi pi-${choice.icon}`} aria-hidden="true" />
          <span>{choice.label}</span>
          <small>{choice.note}</small>
          <small className="palette-place">{choice.place}</small>
        </div>
      ))}
    </div>
  )
}
