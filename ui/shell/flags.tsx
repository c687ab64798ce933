/** The language switch of the portal: a row of flags. In a narrow window it is one button with a popup. */

import { useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent, ReactNode } from 'react'
import { type Language, languages } from '../../src/contract/languages.ts'
import { indexAfterKey } from '../elements/arrowKeys.ts'
import { Popup } from '../elements/Popup.tsx'
import { useNarrow } from '../elements/useNarrow.ts'
import { setLanguage, useLanguage, useText } from '../i18n.ts'

const stripes = (colours: readonly string[]): ReactNode =>
  colours.map((colour, index) => (
    <rect key={colour} width="24" height={16 / colours.length} y={(index * 16) / colours.length} fill={colour} />
  ))

const flags: Record<Language, ReactNode> = {
  pl: stripes(['#fff', '#dc143c']),
  en: (
    <>
      <rect width="24" height="16" fill="#012169" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#fff" strokeWidth="3.2" />
      <path d="M0 0l24 16M24 0L0 16" stroke="#c8102e" strokeWidth="1.4" />
      <path d="M12 0v16M0 8h24" stroke="#fff" strokeWidth="5.2" />
      <path d="M12 0v16M0 8h24" stroke="#c8102e" strokeWidth="3" />
    </>
  ),
  de: stripes(['#000', '#d00', '#ffce00']),
  sk: (
    <>
      {stripes(['#fff', '#0b4ea2', '#ee1c25'])}
      <path d="M4 4h7v5c0 2-1.6 3.4-3.500 4.200C5.600 12.400 4 11 4 9z" fill="#ee1c25" stroke="#fff" strokeWidth=".8" />
      <path d="M7.500 5.200v5.600M6 6.600h3M5.500 8.400h4" stroke="#fff" strokeWidth=".9" />
    </>
  ),
  et: stripes(['#0072ce', '#000', '#fff']),
  cs: (
    <>
      {stripes(['#fff', '#d7141a'])}
      <path d="M0 0l12 8L0 16z" fill="#11457e" />
    </>
  )
}

export const Flag = ({ language }: { readonly language: Language }) => (
  <svg className="flag" viewBox="0 0 24 16" width="24" height="16" aria-hidden>
    {flags[language]}
  </svg>
)

/** One stop of the Tab key: the arrow keys move among the flags, so that the form below is not six keys away. */
function moveAmongFlags(event: KeyboardEvent): void {
  const flags = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const target = indexAfterKey(event.key, flags.indexOf(event.target as HTMLElement), flags.length, 'horizontal')
  if (target === undefined) return
  event.preventDefault()
  flags[target]?.focus()
}

export function LanguageSwitch() {
  const t = useText()
  const current = useLanguage()
  const narrow = useNarrow()
  const queries = useQueryClient()
  const choose = async (language: Language): Promise<void> => {
    await setLanguage(language)
    await queries.invalidateQueries()
  }
  const choices = languages.map(language => (
    <button
      key={language}
      type="button"
      className="flag-button"
      data-closes-popup
      lang={language}
      tabIndex={narrow || language === current ? 0 : -1}
      aria-pressed={language === current}
      aria-label={t(`ui.language.${language}`)}
      title={t(`ui.language.${language}`)}
      onClick={() => choose(language)}
    >
      <Flag language={language} />
      {narrow && <span>{t(`ui.language.${language}`)}</span>}
    </button>
  ))
  if (narrow) {
    return (
      <Popup label={t('ui.language')} button={<Flag language={current} />} className="flag-list">
        {choices}
      </Popup>
    )
  }
  return (
    <fieldset className="flags" onKeyDown={moveAmongFlags}>
      <legend className="visually-hidden">{t('ui.language')}</legend>
      {choices}
    </fieldset>
  )
}
