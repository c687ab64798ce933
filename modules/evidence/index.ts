import { defineModule } from '../../src/kernel/module.ts'
import { checkRoute } from './check/route.ts'
import { factorCommands, factors, factorsPage } from './emissions/factors.ts'
import { EmissionKind, FactorBasis, NotCounted } from './emissions/schema.ts'
import { paperRoutes } from './papers/routes.ts'
import { Difference, MassSource, StatementState } from './schema.ts'
import { statementCommands } from './statements/commands.ts'
import { clientStatementsPage, statementsPage } from './statements/pages.ts'
import { differences, rows, statements } from './statements/resource.ts'
import { statementRoutes } from './statements/sums.ts'

/** Evidence: statements of the masses that were collected from clients, each kilogram with the order, card and ticket that it comes from. */
export const evidence = defineModule({
  name: 'evidence',
  messages: new URL('./messages/', import.meta.url),
  vocabularies: [MassSource, StatementState, Difference, EmissionKind, FactorBasis, NotCounted],
  resources: [statements, rows, differences, factors],
  commands: [...statementCommands, ...factorCommands],
  pages: [statementsPage, clientStatementsPage, factorsPage],
  routes: [...statementRoutes, ...paperRoutes, checkRoute]
})
