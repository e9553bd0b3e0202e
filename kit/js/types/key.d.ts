/** A new random key for requests that must be carried out only once, however often they are sent. */
export declare function newKey(): string;
