import { Type } from '@sinclair/typebox'
import { defineRoute, ItemResponse } from '../../../src/kernel/routes/route.ts'
import { Nullable } from '../../../src/kernel/schema.ts'

/** The address of the terms that are accepted at registration; null if the settings name none. */
export const termsRoute = defineRoute({
  url: '/api/Companies/Terms',
  access: ['anyone'],
  summary: 'Where the terms are that are accepted at registration',
  answer: ItemResponse(Type.Object({ termsUrl: Nullable(Type.String()) })),
  run: async ({ services }) => ({ data: { termsUrl: services.settings.termsUrl || null } })
})
