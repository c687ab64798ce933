import { Type } from '@sinclair/typebox'
import { answerList } from '../../../src/kernel/lists/answer-list.ts'
import { defineRoute, ListResponse, orNotFound } from '../../../src/kernel/routes/route.ts'
import { isCompanyVisible } from '../public.ts'
import { companyUsers } from './resource.ts'
import { CompanyUser } from './schema.ts'

const page = {
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 1000 })
}

export const peopleRoutes = [
  defineRoute({
    url: '/api/Admin/Companies/:id/users',
    access: ['ADMIN', 'CLIENT_ADMIN'],
    summary: 'Users of a company; who has not accepted an invitation yet only where that is asked for',
    query: Type.Object({ ...page, IncludeInvitedUsers: Type.Boolean({ default: false }) }),
    answer: ListResponse(CompanyUser),
    run: async ({ services, caller, id, query: { IncludeInvitedUsers, ...asked }, reply }) => {
      if (!(await isCompanyVisible(services.db, id, caller))) orNotFound(undefined)
      reply.type('application/json; charset=utf-8')
      const question = { ...asked, orderBy: 'name', desc: false, search: undefined }
      return answerList(
        services.db,
        companyUsers,
        { ...question, filters: { CompanyId: id, IncludeInvitedUsers } },
        caller
      )
    }
  }),
  defineRoute({
    url: '/api/Admin/Users/unactivated',
    access: ['ADMIN'],
    summary: 'Users whom nobody has let in yet, by company',
    query: Type.Object(page),
    answer: ListResponse(CompanyUser),
    run: async ({ services, caller, query, reply }) => {
      reply.type('application/json; charset=utf-8')
      const question = { ...query, orderBy: 'companyName', desc: false, search: undefined, filters: { Waiting: true } }
      return answerList(services.db, companyUsers, question, caller)
    }
  })
]
