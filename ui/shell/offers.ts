/** The commands that every page offers (`PageEntry.offers`): by their keys, and in the palette. */
import { type RouterHistory, useRouter } from '@tanstack/react-router'
import type { OfferedCommand, PagesMetadata } from '../../src/contract/page.ts'
import { newKey } from '../api.ts'
import { useKeys } from '../keys.ts'
import { offeredNow } from '../parts/command/offered.ts'

type History = Pick<RouterHistory, 'push'>

export interface Offer extends OfferedCommand {
  /** Of the page whose form it is. */
  readonly route: string
}

export const offersIn = ({ groups }: PagesMetadata): Offer[] =>
  groups.flatMap(({ pages }) => pages).flatMap(({ route, offers = [] }) => offers.map(offer => ({ ...offer, route })))

/** Opens the page of the command with its form. */
export const goToOffer = ({ route, name }: Offer, history: History): void =>
  history.push(`${route}?do=${name}`, { opensForm: newKey() })

/** Runs the command of the present page with the same key, where it has one; else opens the page of the offer. */
function runOffer(offer: Offer, history: History): void {
  const own = offeredNow().entries.find(({ command }) => command.key === offer.key)
  if (!own) goToOffer(offer, history)
  else if (own.disabledReason === undefined) own.run()
}

/** Binds the keys of the offers. A page's own command of the same key wins. */
export function useOfferKeys(pages: PagesMetadata): void {
  const { history } = useRouter()
  useKeys(
    offersIn(pages).flatMap(offer =>
      offer.key
        ? [
            {
              keys: offer.key,
              label: `${offer.name}.label`,
              group: 'general' as const,
              run: () => runOffer(offer, history)
            }
          ]
        : []
    )
  )
}
