/** The keys that open pages: `g` and a letter. */
import type { PagesMetadata } from '../../src/contract/page.ts'
import type { KeyBinding } from '../keys.ts'

/** With several menu groups, the list of keys says a page's group, because “Active” alone does not say what is active. */
export const goKeysOf = ({ groups }: Pick<PagesMetadata, 'groups'>, open: (route: string) => void): KeyBinding[] =>
  groups.flatMap(({ title: place, pages }) =>
    pages.flatMap(({ goKey, title, route }) =>
      goKey
        ? [
            {
              keys: `g ${goKey}`,
              label: title,
              ...(groups.length > 1 ? { place } : {}),
              group: 'go' as const,
              run: () => open(route)
            }
          ]
        : []
    )
  )
