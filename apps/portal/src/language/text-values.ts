/**
 * The names of the values in texts, by file and key. Printed from the English texts by `pnpm generate`. A text that
 * has no values is not here.
 */
export interface TextValues {
  readonly account: {
    readonly securityHelp: 'email'
    readonly keysLeft: {
      readonly key: 'id'
      readonly portalKey: 'id'
    }
    readonly factor: {
      readonly left: 'count'
    }
    readonly sessions: {
      readonly endOf: 'name'
    }
  }
  readonly alerts: {
    readonly whats: {
      readonly 'credit-amount': 'limit'
      readonly 'credit-days': 'limit'
      readonly 'delivery-rate': 'limit'
      readonly 'opt-out-rate': 'limit'
      readonly 'webhooks-failing': 'limit'
      readonly 'link-down': 'limit'
    }
    readonly found: {
      readonly 'credit-amount': 'value'
      readonly 'credit-days': 'value'
      readonly 'delivery-rate': 'value'
      readonly 'opt-out-rate': 'value'
      readonly 'webhooks-failing': 'value'
      readonly 'link-down': 'value'
    }
    readonly tells: 'targets'
    readonly editOf: 'what'
    readonly removeOf: 'what'
    readonly over: 'what'
  }
  readonly 'audit-details': object
  readonly 'audit-log': {
    readonly refusedTimes: 'times'
    readonly refusedBy: 'name' | 'address'
  }
  readonly balance: {
    readonly balance: 'amount'
  }
  readonly campaigns: {
    readonly failed: 'count'
    readonly leftOut: 'count'
    readonly actions: 'name'
    readonly cancelTitle: 'name'
    readonly againName: 'name'
  }
  readonly channels: {
    readonly settingsOf: 'address'
    readonly unsaved: 'count'
    readonly test: {
      readonly of: 'label'
      readonly mailTaken: 'to'
    }
    readonly secrets: {
      readonly generateOf: 'label'
      readonly removeOf: 'label'
      readonly hours: 'count'
      readonly days: 'count'
    }
  }
  readonly 'chosen-contacts': {
    readonly choose: 'who'
    readonly chooseCounted: 'count'
    readonly chosen: 'count'
    readonly added: 'group' | 'count'
    readonly taken: 'group' | 'count'
    readonly optedOut: 'count'
    readonly optedIn: 'count'
    readonly removed: 'count'
  }
  readonly 'client-names': {
    readonly client: 'clientId'
  }
  readonly clients: {
    readonly found: 'count'
    readonly perPart: 'price'
    readonly isDisabled: 'name'
    readonly isEnabled: 'name'
    readonly added: 'name'
    readonly credited: 'amount'
    readonly numberGiven: 'number'
    readonly takeNumber: 'number'
    readonly numberTaken: 'number'
    readonly channelAdded: 'address'
    readonly securityKey: 'address'
  }
  readonly connection: {
    readonly lost: 'time'
  }
  readonly 'contact-import': {
    readonly rows: 'count'
    readonly column: 'number'
    readonly roleOf: 'column'
    readonly start: 'count'
    readonly moreProblems: 'count'
    readonly doubles: 'count'
  }
  readonly contacts: {
    readonly count: 'count'
    readonly removeField: 'name'
    readonly removed: 'who'
    readonly isOptedOut: 'who'
    readonly isOptedIn: 'who'
    readonly rename: 'name'
    readonly removeGroup: 'name'
  }
  readonly 'delivery-hours': object
  readonly developers: {
    readonly keys: {
      readonly after: 'days'
      readonly key: 'id'
      readonly perMinute: 'now' | 'today'
      readonly requests: 'today' | 'yesterday'
      readonly removeOf: 'id'
    }
    readonly examples: {
      readonly channel: 'address'
    }
  }
  readonly erase: {
    readonly title: 'mobile'
  }
  readonly exchange: {
    readonly in: 'time'
  }
  readonly 'field-faults': {
    readonly choices: 'count' | 'most'
    readonly 'variable-name': 'most'
    readonly 'length-between': 'least' | 'most'
    readonly 'too-long': 'most'
    readonly 'too-short': 'least'
    readonly 'too-few': 'least'
    readonly 'too-many': 'most'
    readonly 'whole-number-between': 'least' | 'most'
    readonly 'more-than-0': 'most'
    readonly 'too-small': 'least'
    readonly 'too-large': 'most'
    readonly 'url-too-long': 'most'
    readonly 'placeholder-inside': 'placeholder'
    readonly network: 'entry'
    readonly country: 'example'
    readonly currency: 'example'
    readonly 'time-zone': 'example'
    readonly 'time-of-day': 'example'
    readonly date: 'example'
    readonly 'too-far-ahead': 'most'
    readonly 'period-too-long': 'most'
    readonly hours: 'most'
    readonly 'foreign-number': 'choices'
    readonly 'too-many-parts': 'most'
    readonly 'too-many-recipients': 'most'
    readonly 'no-such-placeholder': 'wrong' | 'right'
    readonly 'not-in-text': 'placeholder'
    readonly fallback: 'most'
    readonly 'too-many-cells': 'most'
    readonly 'row-too-long': 'most'
    readonly 'too-many-fields': 'most'
    readonly 'too-high': 'most'
    readonly 'priority-not-allowed': 'one' | 'other'
  }
  readonly 'field-names': {
    readonly entry: 'list' | 'position'
  }
  readonly 'first-steps': object
  readonly inbox: {
    readonly unreadCount: 'count'
    readonly to: 'channel'
    readonly sentBy: 'email'
    readonly viaInterface: 'origin'
    readonly viaInterfaceBy: 'origin' | 'email'
    readonly notSent: 'contact'
    readonly size: 'parts' | 'remaining'
    readonly beyondGsm: 'characters'
  }
  readonly 'link-charts': {
    readonly perMinute: 'most'
    readonly ofWindow: 'most' | 'window'
    readonly inAll: 'count'
  }
  readonly 'list-files': object
  readonly 'log-in': {
    readonly logInWith: 'provider'
    readonly forgotten: {
      readonly sent: 'email'
    }
    readonly locked: 'seconds'
  }
  readonly messages: {
    readonly remove: 'what'
    readonly parts: 'count'
    readonly exporting: 'rows'
    readonly exported: 'rows'
    readonly message: 'smsId'
    readonly copy: 'what'
    readonly by: 'origin'
    readonly atLink: 'link'
    readonly attempt: 'n'
    readonly part: 'n'
    readonly times: 'n'
    readonly idAtNetwork: 'id'
  }
  readonly moments: {
    readonly zone: 'zone'
  }
  readonly networks: {
    readonly help: 'client'
    readonly present: 'address'
    readonly locksOut: 'address'
  }
  readonly 'new-client': {
    readonly forClient: 'name'
  }
  readonly operator: {
    readonly link: {
      readonly pausedBySince: 'by'
      readonly pauseOf: 'link'
      readonly resumeOf: 'link'
      readonly paused: 'link'
      readonly resumed: 'link'
      readonly perSecond: 'rate'
      readonly times: 'times'
      readonly oldest: 'age'
      readonly pdus: 'count'
      readonly beginningOf: 'octets'
    }
    readonly instance: {
      readonly description: 'node'
    }
    readonly node: {
      readonly of: 'used' | 'most'
    }
  }
  readonly overview: {
    readonly p95: 'time'
    readonly webhooksHelp: 'waiting'
    readonly hostWaits: 'waiting'
  }
  readonly palette: {
    readonly count: 'hits'
    readonly message: 'to'
    readonly messagesOf: 'number'
    readonly conversationWith: 'number'
    readonly messagesWith: 'text'
    readonly clientNumber: 'id'
  }
  readonly passkeys: {
    readonly notHere: 'origin'
    readonly renameOf: 'name'
    readonly removeOf: 'name'
    readonly ofUser: 'count'
    readonly removedAll: 'email'
  }
  readonly phones: {
    readonly phone: 'number'
    readonly messages: 'number'
    readonly from: 'peer'
    readonly to: 'peer'
    readonly noAnswer: 'peer'
  }
  readonly 'plugin-pages': object
  readonly 'problem-codes': object
  readonly problems: object
  readonly 'quiet-hours': {
    readonly held: 'count' | 'all' | 'at'
    readonly forUpload: 'from' | 'to'
  }
  readonly remedies: object
  readonly reports: {
    readonly mostToHandset: 'time'
    readonly ofDelivered: 'share'
    readonly before: 'value'
    readonly removed: 'id'
  }
  readonly requests: {
    readonly allRequests: 'id'
    readonly took: 'ms'
  }
  readonly routing: {
    readonly inCountry: 'to' | 'country'
    readonly inNoCountry: 'to'
    readonly takes: 'route'
    readonly fits: 'rule'
    readonly fitsNot: 'rule' | 'conditions'
    readonly rule: 'position'
    readonly share: 'link' | 'share'
    readonly atLeast: 'parts'
    readonly atMost: 'parts'
  }
  readonly 'run-requests': {
    readonly keyHelp: 'place'
    readonly cost: 'recipients' | 'parts' | 'price'
    readonly balance: 'balance'
  }
  readonly 'saved-reports': {
    readonly mailOf: 'name'
    readonly removeOf: 'name'
  }
  readonly scheduled: {
    readonly messages: 'count'
    readonly from: 'from'
    readonly cancelSure: 'messages'
  }
  readonly send: {
    readonly beyondText: 'characters'
    readonly replaceSaves: 'from' | 'to'
    readonly removeTemplate: 'name'
    readonly templateRemoved: 'name'
    readonly editTemplate: 'name'
    readonly defaultChannel: 'sender'
    readonly left: 'count'
    readonly bad: 'count' | 'examples'
    readonly optedOut: 'count' | 'examples'
    readonly repeated: 'count'
    readonly sent: 'count'
    readonly refused: 'count'
    readonly confirm: {
      readonly title: 'count'
      readonly first: 'who'
      readonly send: 'count'
      readonly schedule: 'count'
    }
    readonly personal: {
      readonly unknown: 'wrong'
      readonly known: 'names'
      readonly missing: 'count' | 'examples'
      readonly sample: 'shown' | 'all'
    }
  }
  readonly sending: {
    readonly named: {
      readonly route: 'name'
      readonly client: 'name'
    }
    readonly resumeOf: 'what'
    readonly held: 'what'
    readonly resumed: 'what'
    readonly group: 'client' | 'route'
    readonly messages: 'count'
    readonly decideOf: 'what'
    readonly decided: 'count'
  }
  readonly shell: {
    readonly actingFor: 'name'
    readonly unread: 'count'
  }
  readonly 'speed-limit': {
    readonly takes: 'time'
    readonly atMost: 'parts' | 'time'
  }
  readonly 'state-groups': object
  readonly states: object
  readonly team: {
    readonly assignedTo: 'name'
    readonly snoozedUntil: 'time'
    readonly noteBy: 'by'
    readonly isAnswering: 'email'
    readonly answered: 'email'
    readonly changed: 'contact' | 'email' | 'what'
    readonly nowAssigned: 'email'
  }
  readonly 'template-variables': {
    readonly parts: 'count'
    readonly type: 'name'
    readonly fallback: 'name'
    readonly choices: 'name'
  }
  readonly uploads: {
    readonly reasons: {
      readonly other: 'code'
    }
    readonly fileNeededText: 'name'
    readonly column: 'number'
    readonly insert: 'name'
    readonly problemsTitle: 'count'
    readonly cells: 'row'
    readonly startSummary: 'messages' | 'parts'
    readonly startNow: 'messages'
    readonly startLater: 'messages'
    readonly submitted: 'done' | 'all'
    readonly waiting: 'count'
  }
  readonly users: {
    readonly help: 'client'
    readonly disabledNow: 'email'
    readonly enabledNow: 'email'
    readonly actionsOf: 'email'
    readonly invited: 'email'
    readonly linkOf: 'email'
    readonly passwordOf: 'email'
    readonly factorRemoved: 'email'
  }
  readonly waiting: {
    readonly bulkSpeed: 'parts' | 'time'
    readonly held: {
      readonly route: 'name'
      readonly client: 'name'
    }
    readonly noLink: 'route'
    readonly noNode: 'route'
    readonly link: 'link' | 'obstacle'
    readonly noCredit: 'client'
    readonly before: 'count'
    readonly moreBefore: 'count'
    readonly about: 'time'
    readonly handedOver: 'link'
    readonly queue: 'route'
    readonly waiting: 'priority' | 'count' | 'age'
    readonly closed: 'routes'
    readonly waits: 'count'
    readonly lastLink: 'link'
    readonly lastLinkText: 'routes'
  }
  readonly webhooks: {
    readonly select: 'id'
    readonly attempts: 'count'
    readonly selected: 'count'
    readonly resendSelected: 'count'
    readonly resent: 'count'
    readonly details: 'id'
    readonly message: 'id'
    readonly incoming: 'id'
    readonly attempt: 'number'
    readonly paused: {
      readonly title: 'count'
      readonly waiting: 'count'
    }
  }
}
