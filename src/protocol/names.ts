/** Names of messages that carry the types of what they bring, so that both sides are checked against one line. */

/** The name of a request; the two fields exist in types alone. */
export type RequestName<Params, Result> = string & { readonly params?: Params; readonly result?: Result };

/** The name of a notification; the field exists in types alone. */
export type NotificationName<Params> = string & { readonly params?: Params };
