/** The modules in the order of who may know whom: the only file outside modules/ that names them. */
import { catalogue } from '../modules/catalogue/index.ts'
import { companies } from '../modules/companies/index.ts'
import { fleet } from '../modules/fleet/index.ts'
import { iot } from '../modules/iot/index.ts'
import { notifications } from '../modules/notifications/index.ts'
import { orders } from '../modules/orders/index.ts'
import { pricing } from '../modules/pricing/index.ts'
import { reports } from '../modules/reports/index.ts'
import { users } from '../modules/users/index.ts'
import { warehouse } from '../modules/warehouse/index.ts'
import type { Module } from './kernel/module.ts'

export const modules: readonly Module[] = [
  users,
  notifications,
  catalogue,
  companies,
  pricing,
  warehouse,
  fleet,
  orders,
  iot,
  reports
]
