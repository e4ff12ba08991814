/** Names of messages that carry the types of their payload, so that both sides are checked against one line. */

/** The name of a request; the two fields exist only in the type. */
export type RequestName<Params, Result> = string & { readonly params?: Params; readonly result?: Result };

/** The name of a notification; the field exists only in the type. */
export type NotificationName<Params> = string & { readonly params?: Params };
