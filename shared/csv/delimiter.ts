export type Delimiter = ',' | ';' | '\t' | '|';
