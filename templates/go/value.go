package main

import "fmt"

// object is a JSON object whose fields are taken with their types. A field that is missing makes an error, and no
// rejection: the request is wrong, and not the value.
type object map[string]any

func (o object) text(name string) (string, error) {
	text, is := o[name].(string)
	if !is {
		return "", fmt.Errorf("the field %q is missing or no text", name)
	}
	return text, nil
}

func (o object) object(name string) (object, error) {
	fields, is := o[name].(map[string]any)
	if !is {
		return nil, fmt.Errorf("the field %q is missing or no object", name)
	}
	return fields, nil
}

func (o object) list(name string) ([]any, error) {
	list, is := o[name].([]any)
	if !is {
		return nil, fmt.Errorf("the field %q is missing or no list", name)
	}
	return list, nil
}

// value is a value of the protocol. Numbers are text on the wire, so that no digit is lost.
type value struct {
	kind    string // null, bool, int, uint, decimal, float, date, timestamp, string, bytes, ulid or enum
	truth   bool   // of a bool
	text    string // of all others; of bytes the hexadecimal digits, of an enum the digits of the discriminant
	payload *value // of an enum, if it has one
}

func readValue(wire object) (*value, error) {
	for kind, content := range wire {
		switch kind {
		case "null":
			return &value{kind: kind}, nil
		case "bool":
			truth, is := content.(bool)
			if !is {
				return nil, fmt.Errorf("a bool is true or false")
			}
			return &value{kind: kind, truth: truth}, nil
		case "enum":
			fields, err := wire.object(kind)
			if err != nil {
				return nil, err
			}
			result := &value{kind: kind, text: fmt.Sprint(fields["discriminant"])}
			if _, found := fields["payload"]; found {
				payload, err := fields.object("payload")
				if err != nil {
					return nil, err
				}
				result.payload, err = readValue(payload)
				if err != nil {
					return nil, err
				}
			}
			return result, nil
		default:
			text, err := wire.text(kind)
			return &value{kind: kind, text: text}, err
		}
	}
	return nil, fmt.Errorf("a value has a type")
}
