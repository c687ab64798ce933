import { defineCommand } from '../../../src/kernel/commands/command.ts'
import { defineForm } from '../../../src/kernel/commands/form.ts'
import { Account } from '../models.ts'
import { accounts } from '../resource.ts'
import { Profile } from '../schema.ts'

/** Everyone edits the own names and phone, an account that waits for its activation too. */
export const editProfile = defineCommand(accounts, {
  name: 'users.editProfile',
  call: 'PUT /api/Admin/Users/:id',
  icon: 'user-edit',
  access: {
    signedIn: {
      shown: { isOwn: [true] },
      form: defineForm({ schema: Profile })
    }
  },
  summary: 'Edit the own profile: names and phone',
  async run({ trx }, { id }, { firstName, lastName, phone }) {
    await Account.query(trx).findById(id).patch({ firstName, lastName, phone })
  }
})
