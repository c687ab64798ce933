/** The pages of a group of the menu, as links with the numbers of what waits on them. */
import { Link } from '@tanstack/react-router'
import type { MenuCount, MenuGroup, PageEntry } from '../../src/contract/page.ts'
import { useLanguage, useText } from '../i18n.ts'
import { countWords, shortCount } from './menuCounts.ts'

export interface GroupProps {
  readonly group: MenuGroup
  /** The page on screen. */
  readonly current: PageEntry | undefined
  readonly counts: ReadonlyMap<string, MenuCount>
}

export const GroupPages = ({ group, current, counts, onChoose }: GroupProps & { readonly onChoose?: () => void }) => (
  <ul>
    {group.pages
      .filter(page => page.inMenu)
      .map(page => (
        <li key={page.id}>
          <Link
            to={page.route}
            {...(onChoose && { onClick: onChoose })}
            aria-current={page.id === current?.id ? 'page' : undefined}
          >
            <EntryText page={page} count={counts.get(page.id)} />
          </Link>
        </li>
      ))}
  </ul>
)

interface EntryTextProps {
  readonly page: PageEntry
  readonly count: MenuCount | undefined
}

/** The page's name, and its number in figures for the eye and in words for a screen reader. */
function EntryText({ page, count }: EntryTextProps) {
  const t = useText()
  const language = useLanguage()
  if (!page.counted) return t(page.title)
  const { marked } = page.counted
  const words = countWords(page, count, t)
  return (
    <>
      <span className="menu-title">{t(page.title)}</span>
      {/* there before the numbers come, so that a long title does not break anew */}
      <span className="menu-count" data-marked={marked !== undefined || undefined} title={words} aria-hidden="true">
        {marked && count?.marked ? (
          <span className={`badge menu-marked tone-${marked.tone}`}>{shortCount(count.marked, language)}</span>
        ) : null}
        {words && count && shortCount(count.total, language)}
      </span>
      {words && <span className="visually-hidden">, {words}</span>}
    </>
  )
}
