/** The pages of a group of the menu, as links with the numbers of things that wait there. */
import { Link } from '@tanstack/react-router'
import type { MenuCount, MenuGroup, PageEntry } from '../../src/contract/page.ts'
import { preloads } from '../elements/preloads.ts'
import { useLanguage, useText } from '../i18n.ts'
import { countWords, shortCount } from './menuCounts.ts'

export interface GroupProps {
  readonly group: MenuGroup
  /** The present page. */
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
            preload={preloads}
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

/** The name of a page with its number, which is shown in digits, and in words for screen readers. */
function EntryText({ page, count }: EntryTextProps) {
  const t = useText()
  const language = useLanguage()
  if (!page.counted) return t(page.title)
  const { marked } = page.counted
  const words = countWords(page, count, t)
  return (
    <>
      <span className="menu-title">{t(page.title)}</span>
      {/* The element exists before the numbers are loaded, so that long titles keep their line breaks. */}
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
