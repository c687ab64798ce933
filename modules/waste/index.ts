import { defineModule } from '../../src/kernel/module.ts'
import { confirmReceipt, confirmTransport, reject } from './acts/commands.ts'
import { confirmationRoute, driverConfirmationRoute } from './acts/confirmation.ts'
import { actJobs } from './acts/job.ts'
import { actOutcomes } from './acts/outcome.ts'
import { ActKind } from './acts/schema.ts'
import { match, matchByRule, unmatch } from './cards/commands.ts'
import { ownCardsRoute, ownOrderTab } from './cards/of-client.ts'
import { cardsOfDriver } from './cards/of-driver.ts'
import { cardCounters, cardsOfOrder, cardsPage, orderTab } from './cards/pages.ts'
import { storeDetails } from './cards/read.ts'
import { cards } from './cards/resource.ts'
import { CardState, MatchedBy } from './cards/schema.ts'
import { draftCard } from './drafts/commands.ts'
import { draftJobs } from './drafts/job.ts'
import { draftOutcomes } from './drafts/outcome.ts'
import { placesOfOrderRoute } from './drafts/places.ts'
import { drafts } from './drafts/resource.ts'
import { DraftState } from './drafts/schema.ts'
import { cardTimeRoute } from './drafts/time.ts'
import { observeRegister } from './figures.ts'
import { finishByCard } from './finish.ts'
import { giveKeys, revokeKeys } from './keys/commands.ts'
import { renewClientKeys } from './keys/encryption.ts'
import { ownKeysPage } from './keys/pages.ts'
import { clientKeys } from './keys/resource.ts'
import { keysUsed } from './keys/use.ts'
import { withoutCard, withoutCardPage } from './missing.ts'
import { poll } from './poll.ts'
import { pollCounters, pollsPage } from './polls/pages.ts'
import { polls } from './polls/resource.ts'
import { PollKind, PollState } from './polls/schema.ts'
import { enterRecord } from './records/commands.ts'
import { entryJobs } from './records/job.ts'
import { entryOutcomes } from './records/outcome.ts'
import { EntryState } from './records/schema.ts'
import { sendSheet, sheetPreview, sheetRoute } from './sheet/commands.ts'

/** Transfer cards of the state's waste register: they are read, kept, matched with orders, and confirmed or rejected there. */
export const waste = defineModule({
  name: 'waste',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [ActKind, CardState, DraftState, EntryState, MatchedBy, PollKind, PollState],
  resources: [cards, withoutCard, polls, drafts, clientKeys],
  commands: [
    match,
    unmatch,
    confirmReceipt,
    confirmTransport,
    enterRecord,
    reject,
    giveKeys,
    revokeKeys,
    draftCard,
    sendSheet
  ],
  systemCommands: [storeDetails, matchByRule, ...actOutcomes, keysUsed, ...draftOutcomes, ...entryOutcomes],
  pages: [cardsPage, withoutCardPage, pollsPage, ownKeysPage],
  routes: [
    cardsOfOrder,
    ownCardsRoute,
    confirmationRoute,
    driverConfirmationRoute,
    placesOfOrderRoute,
    cardTimeRoute,
    sheetPreview,
    sheetRoute
  ],
  jobs: [...actJobs, ...draftJobs, ...entryJobs],
  counters: [...cardCounters, ...pollCounters],
  figures: observeRegister,
  extends: [orderTab, ownOrderTab, finishByCard, cardsOfDriver],
  // lists are read every five minutes; what a run has left is gone on with
  schedules: [
    { name: 'waste.poll', every: '15s', run: poll },
    { name: 'waste.secretKeys', every: '1h', run: renewClientKeys }
  ]
})
