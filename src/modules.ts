/** The modules in the order of who may know whom, and the menu: the only file of src/ that knows them. */
import { auditOf } from '../modules/audit/index.ts'
import { catalogue } from '../modules/catalogue/index.ts'
import { companies } from '../modules/companies/index.ts'
import { driver } from '../modules/driver/index.ts'
import { evidence } from '../modules/evidence/index.ts'
import { files } from '../modules/files/index.ts'
import { fleet } from '../modules/fleet/index.ts'
import { imports } from '../modules/imports/index.ts'
import { integrations } from '../modules/integrations/index.ts'
import { iot } from '../modules/iot/index.ts'
import { jobsOf } from '../modules/jobs/index.ts'
import { notifications } from '../modules/notifications/index.ts'
import { orders } from '../modules/orders/index.ts'
import { pricing } from '../modules/pricing/index.ts'
import { reports } from '../modules/reports/index.ts'
import { users } from '../modules/users/index.ts'
import { validators } from '../modules/validators/index.ts'
import { views } from '../modules/views/index.ts'
import { warehouse } from '../modules/warehouse/index.ts'
import { waste } from '../modules/waste/index.ts'
import { weights } from '../modules/weights/index.ts'
import type { Module } from './kernel/module.ts'
import type { MenuGroupDefinition } from './kernel/pages/pages.ts'

const business: readonly Module[] = [
  notifications,
  users,
  catalogue,
  files,
  companies,
  pricing,
  warehouse,
  fleet,
  orders,
  weights,
  driver,
  iot,
  waste,
  evidence,
  validators,
  reports,
  views,
  integrations,
  imports
]

const withJobs: readonly Module[] = [...business, jobsOf(business)]

/** The audit is of what all others do. */
export const modules: readonly Module[] = [...withJobs, auditOf(withJobs)]

/** The groups of the menu in the specification's order. */
export const menu: readonly MenuGroupDefinition[] = [
  { name: 'clients', icon: 'users' },
  { name: 'orders', icon: 'inbox' },
  { name: 'validators', icon: 'verified' },
  { name: 'prices', icon: 'tag' },
  { name: 'store', icon: 'box', collapsed: true },
  { name: 'reports', icon: 'chart-bar' },
  { name: 'settings', icon: 'cog', collapsed: true },
  { name: 'portal', icon: 'home', unnamed: true }
]
