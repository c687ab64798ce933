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
import { observeRegister } from './figures.ts'
import { finishByCard } from './finish.ts'
import { withoutCard, withoutCardPage } from './missing.ts'
import { poll } from './poll.ts'
import { pollCounters, pollsPage } from './polls/pages.ts'
import { polls } from './polls/resource.ts'
import { PollKind, PollState } from './polls/schema.ts'

/** Transfer cards of the state's waste register: they are read, kept, matched with orders, and confirmed or rejected there. */
export const waste = defineModule({
  name: 'waste',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [ActKind, CardState, MatchedBy, PollKind, PollState],
  resources: [cards, withoutCard, polls],
  commands: [match, unmatch, confirmReceipt, confirmTransport, reject],
  systemCommands: [storeDetails, matchByRule, ...actOutcomes],
  pages: [cardsPage, withoutCardPage, pollsPage],
  routes: [cardsOfOrder, ownCardsRoute, confirmationRoute, driverConfirmationRoute],
  jobs: actJobs,
  counters: [...cardCounters, ...pollCounters],
  figures: observeRegister,
  extends: [orderTab, ownOrderTab, finishByCard, cardsOfDriver],
  // lists are read every five minutes; what a run has left is gone on with
  schedules: [{ name: 'waste.poll', every: '15s', run: poll }]
})
